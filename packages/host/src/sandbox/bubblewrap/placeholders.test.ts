import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { thisHost } from '../../processes/marker.ts'
import { Placeholders } from './placeholders.ts'

function setup() {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [journals, work] = [join(folder, 'journals'), join(folder, 'work')]
  mkdirSync(journals, { mode: 0o700 })
  mkdirSync(work)
  return { journals, path: (name: string) => join(work, name), names: () => readdirSync(work).toSorted() }
}

describe('Placeholders', () => {
  test('stand while somebody holds them, and a moment longer', async () => {
    const { journals, path, names } = setup()
    const places = new Placeholders(journals)
    expect(places.hold([path('a'), path('b')])).toEqual([path('a'), path('b')])
    expect(places.hold([path('a')])).toEqual([path('a')])
    places.release([path('a'), path('b')])
    places.release([path('a')])
    expect(names()).toEqual(['a', 'b'])
    await expect.poll(names).toEqual([])
    expect(readdirSync(journals)).toEqual([])
  })

  test('are never what was there before, and never removed with something in them', () => {
    const { journals, path, names } = setup()
    mkdirSync(path('own'))
    const places = new Placeholders(journals)
    expect(places.hold([path('own'), path('a'), path('missing/b')])).toEqual([path('a')])
    writeFileSync(join(path('a'), 'theirs'), '')
    places.close()
    expect(names()).toEqual(['a', 'own'])
  })

  test('of two hosts are removed by the last one', () => {
    const { journals, path, names } = setup()
    const [one, other] = [new Placeholders(journals), new Placeholders(journals)]
    one.hold([path('a')])
    other.look()
    expect(other.has(path('a'))).toBe(true)
    expect(other.hold([path('a')])).toEqual([path('a')])
    one.close()
    expect(names()).toEqual(['a'])
    other.close()
    expect(names()).toEqual([])
  })

  test('of a host that was killed are removed by the next one', () => {
    const { journals, path, names } = setup()
    for (const name of ['empty', 'full', '.git', 'own', 'own/.git']) mkdirSync(path(name))
    writeFileSync(path('.git/commondir'), '.\n')
    writeFileSync(path('own/.git/commondir'), '../theirs\n')
    writeFileSync(join(path('full'), 'theirs'), '')
    const { namespace } = thisHost()
    // No process had this number at the start of the machine.
    writeFileSync(
      join(journals, `${namespace}-${process.pid}-1-abcdef.json`),
      JSON.stringify(
        ['empty', 'full', 'gone', '.git/commondir', 'own/.git/commondir', 'own/commondir'].map(path),
      ),
    )
    writeFileSync(join(journals, `${namespace}-${process.pid}-1-fedcba.json`), '["cut off')
    expect(new Placeholders(journals).has(path('empty'))).toBe(false)
    expect(names()).toEqual(['.git', 'full', 'own'])
    expect([readdirSync(path('.git')), readdirSync(path('own/.git'))]).toEqual([[], ['commondir']])
    expect(readdirSync(journals)).toEqual([])
  })

  test.runIf(process.platform !== 'win32')('are found whatever folder for temporary files a host had', () => {
    const { journals, path, names } = setup()
    const before = process.env['TMPDIR']
    onTestFinished(() => {
      if (before === undefined) delete process.env['TMPDIR']
      else process.env['TMPDIR'] = before
    })
    process.env['TMPDIR'] = journals
    const one = new Placeholders()
    one.hold([path('a')])
    process.env['TMPDIR'] = '/tmp'
    const other = new Placeholders()
    other.look()
    expect(other.has(path('a'))).toBe(true)
    for (const places of [other, one]) places.close()
    expect(names()).toEqual([])
  })

  test.runIf(process.platform !== 'win32').each<[string, (journals: string) => void]>([
    ['can be written to by others', (journals) => chmodSync(journals, 0o777)],
    [
      'is a link, not a folder',
      (journals) => {
        renameSync(journals, `${journals}-elsewhere`)
        symlinkSync(`${journals}-elsewhere`, journals)
      },
    ],
    [
      'cannot be made',
      (journals) => {
        rmdirSync(journals)
        writeFileSync(journals, '')
      },
    ],
  ])('are not written down in what %s, and the error says how to go on', (problem, spoil) => {
    const { journals } = setup()
    spoil(journals)
    expect(() => new Placeholders(journals)).toThrow(
      expect.objectContaining({
        code: 'SANDBOX_UNAVAILABLE',
        message: expect.stringMatching(new RegExp(`journals".* ${problem}.*; remove it, or .* TMPDIR$`)),
      }),
    )
  })
})
