import { readFile, symlink } from 'node:fs/promises'
import type { JsonValue } from '@millrace/protocol'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { callsOn, guardedTools } from './support/calls.ts'
import { inWorkspace } from './support/in-workspace.ts'
import { fastFolder, makeWorkspace } from './support/workspace.ts'
import { isLong } from '../../../tests/support/effort.ts'

const { workspace, call } = inWorkspace()

const row = (number: number): string => `row-${String(number).padStart(3, '0')}`
const rows = Array.from({ length: 200 }, (_, index) => `${row(index + 1)}\n`).join('')
const changed = rows.replace('row-020', 'alpha').replace('row-180', 'omega')

describe('two changes of one file at the same time', () => {
  for (const [name, spell] of [
    ['the same spelling', () => 'dir/a'],
    ['a dot', () => './dir/./a'],
    ['two dots', () => 'dir/../dir/a'],
    ['a link to the folder', () => 'other/a'],
    ['a link to the file', () => 'link'],
    ['an absolute path', (at: (path: string) => string) => at('dir/a')],
  ] as const) {
    verifies(['fault:B033'], `are both there in the end, with ${name}`, async () => {
      await workspace.put({ 'dir/a': rows })
      await symlink('dir', workspace.at('other'))
      await symlink('dir/a', workspace.at('link'))
      const edit = (path: string, oldText: string, newText: string): ReturnType<typeof call> =>
        call('edit', { path, edits: [{ oldText, newText }] })
      const path = spell((each) => workspace.at(each))
      const both = await Promise.all([edit('dir/a', row(20), 'alpha'), edit(path, row(180), 'omega')])
      expect(both.map(({ code }) => code)).toEqual([undefined, undefined])
      expect(await readFile(workspace.at('dir/a'), 'utf8')).toBe(changed)
    })
  }

  verifies(['fault:B033'], 'are both there where one has several edits, or replaces everywhere', async () => {
    await workspace.put({ a: rows })
    const calls: JsonValue[] = [
      {
        path: 'a',
        edits: [
          { oldText: row(20), newText: 'beta' },
          { oldText: 'beta', newText: 'alpha' },
        ],
      },
      { path: './a', edits: [{ oldText: row(180), newText: 'omega', replaceAll: true }] },
    ]
    await Promise.all(calls.map((args) => call('edit', args)))
    expect(await readFile(workspace.at('a'), 'utf8')).toBe(changed)
  })

  verifies(['fault:B033'], 'or the later one is told that it is late', async () => {
    await workspace.put({ a: rows })
    await call('read', { path: 'a' })
    const [written, edited] = await Promise.all([
      call('write', { path: 'a', content: 'short\n' }),
      call('edit', { path: 'a', edits: [{ oldText: row(20), newText: 'alpha' }] }),
    ])
    const now = await readFile(workspace.at('a'), 'utf8')
    if (edited.code === undefined) expect([written.code, now]).toEqual([undefined, 'short\n'])
    else expect([edited.code, now]).toEqual(['EDIT_NO_MATCH', 'short\n'])
  })

  test('are run one after the other by a scheduler, as their order may matter', () => {
    const runtime = guardedTools(workspace.files)
    const { signal } = new AbortController()
    const modeOf = (name: string, args: JsonValue): unknown =>
      runtime.executionMode({ callId: 'call', name, arguments: args, signal })
    expect(modeOf('edit', { path: 'a', edits: [{ oldText: 'a', newText: 'b' }] })).toEqual({
      kind: 'exclusive',
    })
    expect(modeOf('write', { path: 'a', content: '' })).toEqual({ kind: 'exclusive' })
  })
})

const [files, callers] = [20, 8]
const edits = isLong ? 10_000 : 1_500

verifies(
  ['fault:B033'],
  'random edits by 8 callers on 20 files: every success is on disk, nothing is torn or lost',
  async () => {
    const inMemory = await makeWorkspace(fastFolder)
    const at = (path: string): string => inMemory.at(path)
    try {
      await inMemory.put(
        Object.fromEntries(Array.from({ length: files }, (_, file) => [`dir/f${file}`, skeleton(file)])),
      )
      await symlink('dir', at('link'))
      const callNow = callsOn(guardedTools(inMemory.files))
      const random = randomNumbers(20_261_130)
      const made: string[][] = Array.from({ length: files }, () => [])
      const spellings = [
        (f: string) => f,
        (f: string) => `./dir/../${f}`,
        (f: string) => f.replace('dir', 'link'),
        at,
      ]
      let [next, refused] = [0, 0]
      const work = async (): Promise<void> => {
        while (next < edits) {
          const id = `e${(next += 1)};`
          const file = random(files)
          const path = spellings[random(spellings.length)]!(`dir/f${file}`)
          const { edits: asked, ids } = editsFor(random(10), id, random(slots))
          const { code } = await callNow('edit', { path, edits: asked })
          if (code === undefined) made[file]!.push(...ids)
          else refused += 1
          expect(code === undefined || code === 'EDIT_NO_MATCH').toBe(true)
          const now = await readFile(at(`dir/f${file}`), 'utf8')
          expect(now).toMatch(whole(file))
          if (code === undefined) for (const each of ids) expect(now).toContain(each)
          else expect(now).not.toContain(id)
        }
      }
      await Promise.all(Array.from({ length: callers }, work))
      let total = 0
      for (let file = 0; file < files; file += 1) {
        const found = (await readFile(at(`dir/f${file}`), 'utf8')).match(/e\d+[ab]?;/g) ?? []
        expect(found.toSorted()).toEqual(made[file]!.toSorted())
        total += found.length
      }
      expect(total).toBeGreaterThan(edits * 0.8)
      expect(refused).toBeGreaterThan(edits * 0.05)
    } finally {
      await inMemory.remove()
    }
  },
  600_000,
)

const slots = 12

function skeleton(file: number): string {
  const lines = Array.from({ length: slots }, (_, slot) => `slot ${slot}: <end ${slot}>\r\n`)
  return `\ufeffbegin ${file}\r\n${lines.join('')}end ${file}\r\n`
}

/** What a file has to look like at any time, its byte order mark and line ends included. */
function whole(file: number): RegExp {
  const lines = Array.from(
    { length: slots },
    (_, slot) => `slot ${slot}: (?:e\\d+[ab]?;)*<end ${slot}>\\r\\n`,
  )
  return new RegExp(`^\\ufeffbegin ${file}\\r\\n${lines.join('')}end ${file}\\r\\n$`)
}

/** Mostly one insertion; sometimes two in one call, and sometimes one of which the second cannot be made. */
function editsFor(kind: number, id: string, slot: number): { edits: JsonValue; ids: string[] } {
  const insert = (each: string, place: number): JsonValue => ({
    oldText: `<end ${place}>`,
    newText: `${each}<end ${place}>`,
  })
  if (kind > 2) return { edits: [insert(id, slot)], ids: [id] }
  const [first, second] = [id.replace(';', 'a;'), id.replace(';', 'b;')]
  if (kind > 0) {
    const other = (slot + 1) % slots
    return { edits: [insert(first, slot), insert(second, other)], ids: [first, second] }
  }
  return { edits: [insert(id, slot), { oldText: 'nowhere to be found', newText: id }], ids: [] }
}

/** Whole numbers below a bound, the same in every run. */
function randomNumbers(seed: number): (bound: number) => number {
  let state = seed
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * bound)
  }
}
