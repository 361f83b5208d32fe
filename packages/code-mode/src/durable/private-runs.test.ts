import { manualClock, type Disk } from '@millrace/host'
import { simulatedDisk, type SimulatedDisk } from '@millrace/testkit/disk'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import type { JournalEntry, RunStore } from '../contract/run-store.ts'
import type { MachineImage } from '../contract/runtime.ts'
import { memoryRuns } from './memory-runs.ts'
import { privateRuns, type PrivateRunsOptions } from './private-runs.ts'

const key = { sessionId: 'session-1', callId: 'call:/../1' }
const program = { program: 'return await tools.read({ path: "é\u2028" })', bindings: ['read', 'write'] }
const entries: readonly JournalEntry[] = [
  { kind: 'made', id: 1, name: 'read', arguments: { path: 'a\nb', deep: [null, { '\ud800': -1.5e-7 }] } },
  { kind: 'started', id: 1 },
  { kind: 'made', id: 2, name: 'write', arguments: {} },
  {
    kind: 'ended',
    id: 1,
    reply: {
      ok: true,
      text: '{"secret":"a value"}',
      contexts: [{ role: 'user', content: 'see' }],
      concludes: true,
      images: [{ handle: 'img_1', data: 'AAAA', mimeType: 'image/png' }],
    },
  },
  { kind: 'ended', id: 2, reply: { ok: false, text: 'no', code: 'DENIED' } },
]
const image: MachineImage = { build: 'b1', bytes: new Uint8Array(70_000).fill(7), nextCall: 3, waiting: [2] }

async function kept(store: RunStore, some: readonly JournalEntry[] = entries): Promise<void> {
  const journal = await store.begin(key, program)
  for (const entry of some) journal.append(entry)
  await journal.flush()
}

function storeOn(disk: Disk, options: PrivateRunsOptions = {}): { store: RunStore; said: string[] } {
  const said: string[] = []
  return { store: privateRuns(disk, { warn: (message) => said.push(message), ...options }), said }
}

function nameOf(disk: SimulatedDisk, ending: string): string {
  const found = [...disk.contents().keys()].find((name) => name.endsWith(ending))
  if (found === undefined) throw new Error(`no file ends in ${ending}`)
  return found
}

/** The stores, each with the way to find it again after its process was killed. */
const kinds = [
  { kind: 'memory', open: () => memoryOf(memoryRuns()) },
  { kind: 'private', open: () => diskOf(simulatedDisk()) },
]

interface Opened {
  readonly store: RunStore
  killed(): Opened
}

function memoryOf(store: ReturnType<typeof memoryRuns>): Opened {
  return { store, killed: () => memoryOf(store.killed()) }
}

function diskOf(disk: SimulatedDisk): Opened {
  return { store: privateRuns(disk), killed: () => diskOf(disk.killed()) }
}

describe.each(kinds)('runs that are kept ($kind)', ({ open }) => {
  verifies(['security:R1'], 'are found by the next process as they were, and go on', async () => {
    const first = open()
    await kept(first.store, entries.slice(0, 3))
    const { store, ...second } = first.killed()
    expect(await store.has(key)).toBe(true)
    const resumed = await store.resume(key)
    expect(resumed?.run).toEqual({ ...program, entries: entries.slice(0, 3) })
    for (const entry of entries.slice(3)) resumed?.journal.append(entry)
    await resumed?.journal.keep(image)
    await resumed?.journal.flush()
    const third = second.killed().store
    const again = await third.resume(key)
    expect(again?.run).toEqual({ ...program, entries, image: { ...image, bytes: expect.any(Uint8Array) } })
    expect(Buffer.compare(again?.run.image?.bytes ?? new Uint8Array(), image.bytes)).toBe(0)
    await again?.journal.end()
    expect(await third.has(key)).toBe(false)
    expect(await third.resume(key)).toBeUndefined()
  })

  test('belong to one call of one session', async () => {
    const { store } = open()
    await kept(store)
    await expect(store.begin(key, program)).rejects.toMatchObject({
      code: expect.stringMatching(/RUN_(EXISTS|LOCKED)/),
    })
    expect(await store.has({ ...key, callId: 'another' })).toBe(false)
    const other = await store.begin({ ...key, sessionId: 'another' }, program)
    await other.end()
  })

  test('are in one hand at a time', async () => {
    const opened = open()
    await kept(opened.store)
    expect(await opened.store.has(key)).toBe(false)
    await expect(opened.store.resume(key)).rejects.toMatchObject({ code: 'RUN_LOCKED' })
    const { store } = opened.killed()
    const resumed = await store.resume(key)
    await resumed?.journal.close()
    expect(() => resumed?.journal.append({ kind: 'started', id: 9 })).toThrow(/let go of/)
    await expect(resumed?.journal.flush()).rejects.toMatchObject({ code: 'RUN_CLOSED' })
    await expect(resumed?.journal.keep(image)).rejects.toMatchObject({ code: 'RUN_CLOSED' })
    expect(await store.has(key)).toBe(true)
  })
})

describe('runs in a private folder', () => {
  test('leave nothing behind when they end, and nothing of them is in the names of files', async () => {
    const disk = simulatedDisk()
    const { store } = storeOn(disk)
    const journal = await store.begin(key, program)
    journal.append(entries[0] as JournalEntry)
    await journal.keep(image)
    const names = [...disk.contents().keys()].toSorted().map((name) => name.replace(/^[0-9a-f]{64}/, '…'))
    expect(names).toEqual(['….image', '….journal'])
    await Promise.all([journal.end(), journal.end(), journal.close()])
    expect([...disk.contents().keys()]).toEqual([])
    expect(disk.openFiles).toBe(0)
  })

  test('expire after their last entry, and are swept; one that is under way stays', async () => {
    const clock = manualClock(1_000_000)
    const disk = simulatedDisk({ clock })
    await kept(storeOn(disk, { clock }).store)
    const { store, said } = storeOn(disk.killed(), { clock, keepMs: 10_000 })
    clock.advance(10_000)
    expect(await store.has(key)).toBe(true)
    clock.advance(1)
    expect(await store.has(key)).toBe(false)
    // What was promised a moment ago is still there.
    await (await store.resume(key))?.journal.close()
    clock.advance(60_000)
    expect(await store.resume(key)).toBeUndefined()
    const held = storeOn(disk, { clock, keepMs: 10_000 }).store
    await held.sweep()
    expect([...disk.contents().keys()]).toHaveLength(1)
    const later = disk.killed()
    later.put(`${'0'.repeat(64)}.image.new`, 'left by a killed process')
    later.put(`${'1'.repeat(64)}.lock.${'a'.repeat(32)}`, 'left, too')
    later.put('notes.txt', 'of somebody else')
    clock.advance(70_001)
    await storeOn(later, { clock, keepMs: 10_000 }).store.sweep()
    expect([...later.contents().keys()]).toEqual(['notes.txt'])
    expect(said).toEqual([])
    expect(() => privateRuns(disk, { keepMs: 0 })).toThrow(RangeError)
  })

  test('end at their largest size: the journal says so, and nothing goes on from what it lacks', async () => {
    const disk = simulatedDisk()
    const { store } = storeOn(disk, { maxBytes: 2_000, maxImageBytes: 1_000 })
    const journal = await store.begin(key, program)
    await expect(journal.keep(image)).rejects.toMatchObject({ code: 'RUN_TOO_LARGE' })
    journal.append(entries[0] as JournalEntry)
    const large: JournalEntry = { kind: 'ended', id: 1, reply: { ok: true, text: 'x'.repeat(2_000) } }
    expect(() => journal.append(large)).toThrow(/more than 2000 bytes/)
    await expect(journal.flush()).rejects.toMatchObject({ code: 'RUN_TOO_LARGE' })
    expect(() => journal.append({ kind: 'started', id: 1 })).toThrow(/not kept any more/)
    expect(await storeOn(disk.killed()).store.has(key)).toBe(false)
    await journal.end()
    expect([...disk.contents().keys()]).toEqual([])
  })
})

describe('what is damaged', () => {
  async function left(): Promise<SimulatedDisk> {
    const disk = simulatedDisk()
    const { store } = storeOn(disk)
    const journal = await store.begin(key, program)
    for (const entry of entries) {
      journal.append(entry)
      await journal.flush()
    }
    await journal.keep(image)
    return disk.killed()
  }

  test('in an image falls back to the journal, and is said', async () => {
    for (const at of [0, 20, 400, -1]) {
      const disk = await left()
      const name = nameOf(disk, '.image')
      const bytes = (disk.contents().get(name) as Uint8Array).slice()
      bytes[at < 0 ? bytes.length - 1 : at]! ^= 1
      disk.put(name, bytes)
      const { store, said } = storeOn(disk)
      const resumed = await store.resume(key)
      expect(resumed?.run).toEqual({ ...program, entries })
      expect(said).toEqual([expect.stringContaining('its journal is enough')])
      await resumed?.journal.close()
    }
  })

  test('is an image of another run, which falls back to the journal', async () => {
    const disk = await left()
    const { store } = storeOn(disk)
    const other = await store.begin({ ...key, callId: 'other' }, program)
    for (const entry of entries) other.append(entry)
    await other.keep({ ...image, bytes: new Uint8Array(10) })
    const [own, others] = [...disk.contents().keys()].filter((name) => name.endsWith('.image'))
    const pictures = [own, others].map((name) => disk.contents().get(name as string) as Uint8Array)
    disk.put(own as string, pictures[1] as Uint8Array)
    disk.put(others as string, pictures[0] as Uint8Array)
    const next = storeOn(disk.killed())
    expect((await next.store.resume(key))?.run).toEqual({ ...program, entries })
    expect(next.said).toEqual([expect.stringContaining('it is that of another run')])
  })

  test.each([
    ['made again', { kind: 'made', id: 1, name: 'read', arguments: {} }],
    ['begun again', { kind: 'started', id: 1 }],
    ['ended again', { kind: 'ended', id: 1, reply: { ok: true, text: '1' } }],
    ['ended, and never made', { kind: 'ended', id: 9, reply: { ok: true, text: '1' } }],
  ] as const)('is a journal in which a call is %s', async (_what, entry) => {
    const disk = simulatedDisk()
    const { store } = storeOn(disk)
    await kept(store, [...entries, entry])
    const next = storeOn(disk.killed())
    expect(await next.store.has(key)).toBe(false)
    await expect(next.store.resume(key)).rejects.toMatchObject({ code: 'RUN_DAMAGED' })
  })

  test('in what was confirmed of a journal cannot go on, and is said', async () => {
    const whole = await left()
    const name = nameOf(whole, '.journal')
    const { length } = whole.contents().get(name) as Uint8Array
    // Damage of the very last line looks like a tail that was cut off.
    const lastLine = whole.text(name).trimEnd().lastIndexOf('\n') + 1
    for (let at = 0; at < lastLine; at += 1 + Math.floor(length / 60)) {
      const disk = whole.killed()
      const bytes = (disk.contents().get(name) as Uint8Array).slice()
      bytes[at]! ^= 4
      disk.put(name, bytes)
      const { store, said } = storeOn(disk)
      expect(await store.has(key)).toBe(false)
      expect(said).toHaveLength(1)
      await expect(store.resume(key)).rejects.toMatchObject({ code: 'RUN_DAMAGED' })
      await expect(store.begin(key, program)).rejects.toMatchObject({ code: 'RUN_EXISTS' })
    }
  })

  test('or of another version, or of another run, is refused', async () => {
    const disk = await left()
    const name = nameOf(disk, '.journal')
    const other = { ...key, callId: 'other' }
    const elsewhere = simulatedDisk()
    await storeOn(elsewhere)
      .store.begin(other, program)
      .then((journal) => journal.close())
    disk.put(nameOf(elsewhere, '.journal'), disk.text(name))
    const { store, said } = storeOn(disk)
    await expect(store.resume(other)).rejects.toMatchObject({ code: 'RUN_DAMAGED' })
    expect(await store.has(other)).toBe(false)
    expect(said.join()).toContain('another run')
  })

  test('at its end alone is cut off, at any byte', async () => {
    const whole = simulatedDisk()
    await kept(storeOn(whole).store)
    const name = nameOf(whole, '.journal')
    const bytes = whole.contents().get(name) as Uint8Array
    for (let length = 0; length <= bytes.length; length += 7) {
      const disk = whole.killed()
      disk.put(name, bytes.slice(0, length))
      const { store } = storeOn(disk)
      const resumed = await store.resume(key)
      expect(await storeOn(disk.killed()).store.has(key)).toBe(resumed !== undefined)
      if (resumed === undefined) continue
      const found = resumed.run.entries
      expect(found).toEqual(entries.slice(0, found.length))
      const next: JournalEntry = { kind: 'made', id: 7, name: 'write', arguments: null }
      resumed.journal.append(next)
      await resumed.journal.flush()
      const again = await storeOn(disk.killed()).store.resume(key)
      expect(again?.run.entries).toEqual([...found, next])
    }
  })
})
