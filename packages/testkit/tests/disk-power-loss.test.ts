import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { simulatedDisk, type SimulatedDisk } from '@millrace/testkit/disk'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

/** The texts of one file in all states, "(none)" where it has no name, each of them once and in order. */
function textsOf(disk: SimulatedDisk, name: string): string[] {
  const texts = [...disk.crashStates()].map(({ disk: after }) =>
    after.contents().has(name) ? after.text(name) : '(none)',
  )
  return [...new Set(texts)].toSorted()
}

/** A disk with a durable file "a" that was opened for writing. */
async function opened(
  text: string,
): Promise<{ disk: SimulatedDisk; file: Awaited<ReturnType<SimulatedDisk['open']>> }> {
  const disk = simulatedDisk({ files: { a: text } })
  return { disk, file: await disk.open('a', 'write') }
}

describe('a loss of power leaves of a file', () => {
  test('exactly what is durable, where all is', async () => {
    const { disk, file } = await opened('old')
    await file.write(bytes('new'), 3)
    await file.sync()
    expect([...disk.crashStates()].map(({ title, disk: after }) => [title, after.text('a')])).toEqual([
      ['nothing lost', 'oldnew'],
    ])
  })

  test('every beginning of a write, zeros in place of its end, or a bit turned around', async () => {
    const { disk, file } = await opened('-')
    await file.write(bytes('abc'), 1)
    const texts = textsOf(disk, 'a')
    expect(texts).toEqual(expect.arrayContaining(['-', '-a', '-ab', '-abc', '-\0\0\0', '-a\0\0', '-ab\0']))
    expect(texts).toHaveLength(7 + 3)
  })

  test('a hole where a write between others is missing', async () => {
    const { disk, file } = await opened('')
    for (const [at, letter] of ['x', 'y', 'z'].entries()) await file.write(bytes(letter), at)
    expect(textsOf(disk, 'a')).toEqual(expect.arrayContaining(['x\0z', '\0yz', '\0y', 'xyz']))
  })

  test('old bytes where a write over them is missing', async () => {
    const { disk, file } = await opened('old')
    await file.write(bytes('NEW'), 0)
    expect(textsOf(disk, 'a')).toEqual(expect.arrayContaining(['old', 'Nld', 'NEd', 'NEW']))
  })

  test('the end that a truncate took away, or not', async () => {
    const { disk, file } = await opened('keep-lose')
    await file.truncate(4)
    expect(textsOf(disk, 'a')).toEqual(['keep', 'keep-lose'])
  })

  test('sectors in any order', async () => {
    const { disk, file } = await opened('')
    await file.write(new Uint8Array(1536).fill(97), 0)
    const states = [...disk.crashStates({ granularity: 512 })].map(({ disk: after }) => after.text('a'))
    const [letters, zeros] = ['a'.repeat(512), '\0'.repeat(512)]
    expect(states).toEqual(expect.arrayContaining([letters + zeros + letters, zeros + letters + letters]))
  })

  test('fewer states where only whole sectors are cut', async () => {
    const { disk, file } = await opened('')
    await file.write(new Uint8Array(1000), 0)
    const count = (granularity: number): number => [...disk.crashStates({ granularity })].length
    expect(count(512)).toBeLessThan(count(1))
  })
})

describe('a loss of power leaves of names', () => {
  test('a new one or none, until the folder is synced, however often the file was', async () => {
    const disk = simulatedDisk()
    const file = await disk.open('a', 'create')
    await file.write(bytes('x'), 0)
    await file.sync()
    expect(textsOf(disk, 'a')).toEqual(['(none)', 'x'])
    await disk.sync()
    expect(textsOf(disk, 'a')).toEqual(['x'])
  })

  test('a new one with nothing in it, where the content was not synced', async () => {
    const disk = simulatedDisk()
    const file = await disk.open('a', 'create')
    await file.write(bytes('x'), 0)
    await disk.sync()
    expect(textsOf(disk, 'a')).toEqual(expect.arrayContaining(['', 'x', '\0']))
  })

  test('a rename done or not, and never half', async () => {
    const disk = simulatedDisk({ files: { a: 'new', b: 'old' } })
    await disk.rename('a', 'b')
    const states = [...disk.crashStates()].map(({ disk: after }) =>
      [...after.contents().keys()].map((name) => `${name}=${after.text(name)}`),
    )
    expect(states).toEqual([['a=new', 'b=old'], ['b=new']])
  })

  test('a removed one, or not', async () => {
    const disk = simulatedDisk({ files: { a: 'x' } })
    await disk.remove('a')
    expect(textsOf(disk, 'a')).toEqual(['(none)', 'x'])
  })

  test('a folder or none, with what was durable in it', async () => {
    const disk = simulatedDisk()
    const within = await disk.folder('sub')
    await within.open('a', 'create')
    await within.sync()
    expect(textsOf(disk, 'sub/a')).toEqual(['', '(none)'])
  })

  test('changes in any selection', async () => {
    const disk = simulatedDisk()
    for (const name of ['a', 'b']) await disk.open(name, 'create')
    const states = [...disk.crashStates()].map(({ disk: after }) => [...after.contents().keys()].join(''))
    expect(states.toSorted()).toEqual(['', 'a', 'ab', 'b'])
  })

  test('changes drawn where they are many, the first so many among them', async () => {
    const disk = simulatedDisk()
    const names = 'abcdefghijkl'.split('')
    for (const name of names) await disk.open(name, 'create')
    const states = new Set(
      [...disk.crashStates()].map(({ disk: after }) => [...after.contents().keys()].join('')),
    )
    expect([...states]).toEqual(expect.arrayContaining(['', 'a', 'abcdef', names.join('')]))
  })
})

describe('the states', () => {
  /** Two files with more combinations than anybody wants. */
  async function rich(): Promise<SimulatedDisk> {
    const disk = simulatedDisk()
    for (const name of ['a', 'b'])
      await (await disk.open(name, 'create')).write(new Uint8Array(300).fill(65), 0)
    return disk
  }

  test('are drawn by a seed where they are more than the limit, from all to nothing', async () => {
    const disk = await rich()
    const titles = (seed: number): string[] =>
      [...disk.crashStates({ limit: 50, seed })].map(({ title }) => title)
    expect(titles(1)).toEqual(titles(1))
    expect(titles(1)).not.toEqual(titles(2))
    const [first, second] = disk.crashStates({ limit: 2 })
    expect(first?.disk.contents()).toEqual(disk.contents())
    expect(second?.disk.contents().size).toBe(0)
    expect(titles(1)).toHaveLength(50)
  })

  test('stay as they were when the disk goes on', async () => {
    const { disk, file } = await opened('x')
    const states = disk.crashStates()
    await file.write(bytes('later'), 0)
    await file.sync()
    expect([...states].map(({ disk: after }) => after.text('a'))).toEqual(['x'])
  })

  test('are disks of their own, durable and free of locks', async () => {
    const disk = simulatedDisk()
    await disk.lock('lock')
    await (await disk.open('a', 'create')).write(bytes('x'), 0)
    for (const { disk: after } of disk.crashStates()) {
      await after.lock('lock')
      expect([...after.crashStates()]).toHaveLength(1)
    }
  })

  test('have one with everything and one with only what is durable, whatever was done', async () => {
    const change = fc.record({
      kind: fc.constantFrom('write', 'truncate', 'sync' as const),
      at: fc.nat(40),
      length: fc.nat(20),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 6 }), async (changes) => {
        const { disk, file } = await opened('0123456789')
        let durable = disk.text('a')
        for (const { kind, at, length } of changes) {
          if (kind === 'write') await file.write(new Uint8Array(length).fill(65), at)
          if (kind === 'truncate') await file.truncate(at)
          if (kind === 'sync') await file.sync()
          if (kind === 'sync') durable = disk.text('a')
        }
        expect(textsOf(disk, 'a')).toEqual(expect.arrayContaining([durable, disk.text('a')]))
      }),
      { numRuns: 60 },
    )
  })
})
