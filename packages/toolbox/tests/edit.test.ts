import { readFile, stat } from 'node:fs/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { reference, type ReferenceEdit } from './support/edit-reference.ts'
import { inWorkspace } from './support/in-workspace.ts'
import { fastFolder } from './support/workspace.ts'

const { workspace, call } = inWorkspace(fastFolder)

const edit = (path: string, ...edits: ReferenceEdit[]): ReturnType<typeof call> =>
  call('edit', { path, edits: edits.map((each) => ({ ...each })) })
const onDisk = (path: string): Promise<string> => readFile(workspace.at(path), 'utf8')

describe('edit', () => {
  test('replaces exact text, and tells what changed to programs, models and people', async () => {
    await workspace.put({ 'src/a.ts': 'one\ntwo\nthree\nfour\nfive\nsix\nseven\n' })
    const { value, text, callView, resultView } = await edit(
      'src/a.ts',
      { oldText: 'two\n', newText: 'zwei\nzwei und halb\n' },
      { oldText: 'seven', newText: 'sieben' },
    )
    expect(await onDisk('src/a.ts')).toBe('one\nzwei\nzwei und halb\nthree\nfour\nfive\nsix\nsieben\n')
    expect(text).toBe('edited src/a.ts: 2 replacements, +3 -2 lines; lines 2-3, 8')
    expect(value).toMatchObject({
      path: 'src/a.ts',
      changed: true,
      size: 50,
      replacements: [1, 1],
      added: 3,
      removed: 2,
      changedLines: [
        { oldLine: 2, oldCount: 1, newLine: 2, newCount: 2 },
        { oldLine: 7, oldCount: 1, newLine: 8, newCount: 1 },
      ],
      changedBytes: [
        { offset: 4, oldBytes: 3, newBytes: 18 },
        { offset: 29, oldBytes: 2, newBytes: 3 },
      ],
    })
    expect(callView).toEqual({
      card: 'diff',
      title: 'src/a.ts',
      diffs: [
        { path: 'src/a.ts', oldText: 'two\n', newText: 'zwei\nzwei und halb\n' },
        { path: 'src/a.ts', oldText: 'seven', newText: 'sieben' },
      ],
      locations: [{ path: 'src/a.ts' }],
    })
    expect(resultView).toEqual({
      card: 'diff',
      diffs: [
        {
          path: 'src/a.ts',
          oldText: 'one\ntwo\nthree\nfour\nfive\nsix\nseven\n',
          newText: 'one\nzwei\nzwei und halb\nthree\nfour\nfive\nsix\nsieben\n',
          line: 1,
        },
      ],
    })
  })

  test('makes edits in order, each in the result of those before it, and all or none', async () => {
    await workspace.put({ a: 'x = 1\n' })
    const made = await edit('a', { oldText: 'x', newText: 'y' }, { oldText: 'y = 1', newText: 'y = 2' })
    expect(made.value).toMatchObject({ replacements: [1, 1] })
    expect(await onDisk('a')).toBe('y = 2\n')
    const refused = await edit('a', { oldText: 'y', newText: 'z' }, { oldText: 'absent', newText: '' })
    expect(refused.code).toBe('EDIT_NO_MATCH')
    expect(refused.text).toContain('edit 2 of 2')
    expect(await onDisk('a')).toBe('y = 2\n')
  })

  const dollars = "$$ $& $1 $` $'"
  for (const [name, edits] of [
    ['one edit', [{ oldText: 'X', newText: dollars }]],
    ['replaceAll', [{ oldText: 'X', newText: dollars, replaceAll: true }]],
    [
      'several edits',
      [
        { oldText: 'X', newText: dollars },
        { oldText: 'end', newText: 'END' },
      ],
    ],
  ] as const) {
    verifies(['fault:B082'], `takes dollar sequences as they are written, in ${name}`, async () => {
      await workspace.put({ lf: 'a X b\nend\n', crlf: 'a X b\r\nend\r\n' })
      for (const path of ['lf', 'crlf']) {
        const { resultView } = await edit(path, ...edits)
        const now = await onDisk(path)
        expect(now).toContain(`a ${dollars} b`)
        expect(resultView).toMatchObject({ card: 'diff', diffs: [{ newText: now }] })
      }
    })
  }

  test('replaces every place where that is asked for, and counts them', async () => {
    await workspace.put({ a: 'aaaa b aa\n' })
    const { value } = await edit('a', { oldText: 'aa', newText: 'c', replaceAll: true })
    expect(value).toMatchObject({ replacements: [3] })
    expect(await onDisk('a')).toBe('cc b c\n')
  })

  for (const replaceAll of [false, true]) {
    verifies(['fault:B087'], `refuses an empty old text, replaceAll ${replaceAll}`, async () => {
      await workspace.put({ full: 'xy', empty: '' })
      for (const path of ['full', 'empty', 'missing']) {
        const { code, text } = await edit(path, { oldText: '', newText: 'z', replaceAll })
        expect(code).toBe('INVALID_ARGS')
        expect(text).toContain('"edits[0].oldText" is empty; name the text to replace')
      }
      expect([await onDisk('full'), await onDisk('empty')]).toEqual(['xy', ''])
      await expect(stat(workspace.at('missing'))).rejects.toThrow('ENOENT')
    })
  }

  for (const [name, edits] of [
    ['one edit', [{ oldText: 'a', newText: 'a' }]],
    ['replaceAll', [{ oldText: 'a', newText: 'a', replaceAll: true }]],
    [
      'edits that take each other back',
      [
        { oldText: 'a', newText: 'b' },
        { oldText: 'b', newText: 'a' },
      ],
    ],
  ] as const) {
    verifies(
      ['fault:B088', 'fault:B084'],
      `says of ${name} that nothing changed, and touches nothing`,
      async () => {
        await workspace.put({ mixed: 'a\r\nc\nd\re\n' })
        const before = await stat(workspace.at('mixed'), { bigint: true })
        const { value, text, result, resultView } = await edit('mixed', ...edits)
        expect(result.isError).toBe(false)
        expect(value).toMatchObject({ changed: false, added: 0, removed: 0, hunks: [], changedBytes: [] })
        expect(text).toBe('mixed is unchanged: all edits leave it as it is, and it was not written')
        expect(resultView).toBeUndefined()
        const after = await stat(workspace.at('mixed'), { bigint: true })
        expect([after.ino, after.mtimeNs, after.ctimeNs]).toEqual([
          before.ino,
          before.mtimeNs,
          before.ctimeNs,
        ])
      },
    )
  }

  test('an old text that is not there is not found, even where it is its own replacement', async () => {
    await workspace.put({ a: 'text' })
    expect((await edit('a', { oldText: 'b', newText: 'b' })).code).toBe('EDIT_NO_MATCH')
  })

  test('says of an old text that stands at several places how many and where', async () => {
    await workspace.put({ a: 'x\ny\nx\nxx\n', many: 'x\n'.repeat(500) })
    const { code, text } = await edit('a', { oldText: 'x', newText: 'z' })
    expect(code).toBe('EDIT_AMBIGUOUS')
    expect(text).toBe(
      'Error: "a" was not changed: oldText is in the file 4 times, at lines 1, 3, 4. Add lines around the place ' +
        'that is meant until it is there once, or set replaceAll to replace it everywhere.',
    )
    const many = await edit('many', { oldText: 'x', newText: 'z' })
    expect(many.text).toContain('500 times, at lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and others')
    await workspace.put({ b: 'aaa' })
    const overlapping = await edit('b', { oldText: 'aa', newText: 'z' })
    expect(overlapping.code).toBe('EDIT_AMBIGUOUS')
    expect(await onDisk('a')).toBe('x\ny\nx\nxx\n')
  })

  test('tells of all edits that cannot be made at once', async () => {
    await workspace.put({ a: 'one\none\n' })
    const { text, code } = await edit(
      'a',
      { oldText: 'one', newText: '1' },
      { oldText: 'zebra crossing', newText: '2' },
    )
    expect(code).toBe('EDIT_AMBIGUOUS')
    expect(text).toMatch(/edit 1 of 2: .*2 times[^]*edit 2 of 2: oldText is not in the file/)
  })

  test('refuses half of a character, and a call without edits or with too many', async () => {
    await workspace.put({ a: '😀' })
    const half = await edit('a', { oldText: '\ud83d', newText: 'x' })
    expect(half.code).toBe('INVALID_ARGS')
    expect(half.text).toContain('"edits[0].oldText" has half of a character at position 0')
    expect((await edit('a', { oldText: '😀', newText: 'x\ude00' })).text).toContain(
      '"edits[0].newText" has half',
    )
    expect((await edit('a')).code).toBe('INVALID_ARGS')
    const many = Array.from({ length: 101 }, () => ({ oldText: '😀', newText: '😀' }))
    expect((await edit('a', ...many)).text).toContain('at most 100')
    expect(await onDisk('a')).toBe('😀')
  })

  test('says of a missing file how to make one, and which name was perhaps meant', async () => {
    await workspace.put({ 'src/index.ts': 'a' })
    const near = await edit('src/indes.ts', { oldText: 'a', newText: 'b' })
    expect(near).toMatchObject({ code: 'FS_NOT_FOUND' })
    expect(near.text).toContain('did you mean "src/index.ts"?')
    const far = await edit('zzz', { oldText: 'a', newText: 'b' })
    expect(far.text).toBe('Error: "zzz" does not exist; make it with the write tool')
    await expect(stat(workspace.at('zzz'))).rejects.toThrow('ENOENT')
  })
})

describe('edit agrees with a plain reference', () => {
  const unit = fc.constantFrom('a', 'b', '\n', '\r\n', '\r', 'é', '😀')
  const newText = fc.string({ unit, maxLength: 4 })
  /** Texts with edits whose old texts mostly come from them, as they stand or with LF alone. */
  const cases = fc.string({ unit, minLength: 1, maxLength: 30 }).chain((text) => {
    const shown = fc.constantFrom(text, text.replaceAll('\r\n', '\n'))
    const copied = fc
      .tuple(shown, fc.nat(29), fc.integer({ min: 1, max: 8 }))
      .map(([source, at, length]) => source.slice(at % source.length, (at % source.length) + length))
    const oldText = fc.oneof(
      { weight: 9, arbitrary: copied },
      fc.string({ unit, minLength: 1, maxLength: 4 }),
    )
    const edits = fc.array(fc.record({ oldText, newText, replaceAll: fc.boolean() }), {
      minLength: 1,
      maxLength: 3,
    })
    return fc.tuple(fc.constant(text), edits)
  })

  verifies(['fault:B084', 'fault:B085', 'fault:B097'], 'for random texts, marks and line ends', async () => {
    let made = 0
    await fc.assert(
      fc.asyncProperty(fc.boolean(), cases, async (hasMark, [text, edits]) => {
        fc.pre(edits.every(({ oldText, newText: added }) => oldText.isWellFormed() && added.isWellFormed()))
        const mark = hasMark ? '\ufeff' : ''
        await workspace.put({ a: mark + text })
        const { code } = await edit('a', ...edits)
        const expected = reference(text, edits)
        expect(code).toBe(expected.code)
        if (code === undefined) made += 1
        expect(await onDisk('a')).toBe(mark + (expected.text ?? text))
      }),
      { numRuns: 400 },
    )
    expect(made).toBeGreaterThan(100)
  })
})
