import fc from 'fast-check'
import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { inWorkspace } from './support/in-workspace.ts'

const { workspace, call } = inWorkspace()

const file = [
  'import a from "a"',
  '',
  'function one() {',
  "\treturn 'x'",
  '}',
  '',
  'function two(a, b) {',
  '  const café = “quote”',
  '  if (a) {',
  '    return b;   ',
  '  }',
  '  return a + b * 2 // a\u00a0b',
  '}',
  '',
].join('\n')

async function miss(oldText: string, text = file): Promise<string> {
  await workspace.put({ 'a.ts': text })
  const { code, text: message } = await call('edit', { path: 'a.ts', edits: [{ oldText, newText: 'new' }] })
  expect(code).toBe('EDIT_NO_MATCH')
  expect(await readFile(workspace.at('a.ts'), 'utf8')).toBe(text)
  return message
}

describe('edit shows what is there instead of an old text that is not', () => {
  test('the whole message, with both lines as they are written in JSON', async () => {
    expect(await miss('    return "x"\n')).toBe(
      'Error: "a.ts" was not changed: oldText is not in the file; similar text stands at line 4. It differs in ' +
        'indentation (tabs in the file, spaces in oldText), quotation marks:\n' +
        '  file line 4:    "\\treturn \'x\'\\n"\n' +
        '  oldText line 1: "    return \\"x\\"\\n"\n' +
        'Write oldText as the file has it.',
    )
  })

  test.each([
    ['tabs for spaces', '{\n\tconst café', 'indentation (spaces in the file, tabs in oldText)', 8],
    [
      'less indentation',
      'const café = “quote”\nif (a) {',
      'indentation (spaces in the file, none in oldText)',
      9,
    ],
    ['the end of a line', '    return b;\n', 'white space at the end of a line', 10],
    ['spaces', 'function two(a,b)', 'spaces within a line', 7],
    ['a blank line', 'import a from "a"\nfunction one() {', 'blank lines', 2],
    ['a broken line', 'if (a) { return b;', 'where lines are broken', 9],
    ['case', 'Function Two', 'upper and lower case', 7],
    ['quotation marks', 'const café = "quote"', 'quotation marks', 8],
    ['another form of é', 'const cafe\u0301 = “quote”', 'characters that look alike', 8],
    ['a plain space', '// a b', 'invisible or unusual white space characters', 12],
    ['an invisible character', 'if\u200b (a)', 'invisible or unusual white space characters', 9],
    ['escapes', '  if (a) {\\n    return b;', 'backslashes', 9],
    ['entities', 'import a from &quot;a&quot;', 'HTML entities', 1],
    ['CRLF', 'import a from "a"\r\n', 'line ends', 1],
  ])('%s', async (_, oldText, kind, line) => {
    const message = await miss(oldText)
    expect(message).toContain(kind)
    expect(message).toContain(`file line ${line}:`)
  })

  test('an old text with the line numbers of read', async () => {
    expect(await miss('     9\t  if (a) {\n    10\t    return b;   \n')).toContain(
      'it is there without the line numbers that read shows',
    )
    const both = await miss('     9\t  if (a) {\n    10\t    return b;\n')
    expect(both).toContain('white space at the end of a line')
    expect(both).toContain('Leave out the line numbers that read shows, too')
  })

  test('lines of which some were made up', async () => {
    const message = await miss('  if (a) {\n    return c;\n  }\n  return a + b * 3 // a b\n}\n')
    expect(message).toContain('the most similar lines are 9-13, where 3 of 5 are the same')
    expect(message).toContain('file line 10:   "    return b;   \\n"\n  oldText line 2: "    return c;\\n"')
    expect(message).toContain('file line 12:   "  return a + b * 2 // a\\u00a0b\\n"')
  })

  test('one line that is similar', async () => {
    expect(await miss('return a + bb * 2')).toMatch(/the most similar line differs:\n  file line 12: /)
  })

  test('nothing at all', async () => {
    expect(await miss('zebra crossing')).toContain('nothing in the file resembles it. Read the file')
    expect(await miss('   \t ')).toContain('nothing in the file resembles it')
    expect(await miss('x', '')).toContain('the file is empty. Put text into it with the write tool')
  })

  test('a place that another edit of the call has changed', async () => {
    await workspace.put({ a: 'import a\n' })
    const { text } = await call('edit', {
      path: 'a',
      edits: [
        { oldText: 'import a', newText: 'import b' },
        { oldText: 'import a', newText: 'import c' },
      ],
    })
    expect(text).toContain('It was there before the other edits of this call')
  })

  test('in a few lines, however long the texts are, and without what a terminal would act on', async () => {
    const long = `${'x'.repeat(3_000_000)}\u001b[2Jy${'z'.repeat(3_000_000)}`
    const message = await miss(`${'x'.repeat(3_000_000)}\u001b[2J y`, long)
    expect(message.length).toBeLessThan(1500)
    expect(message).not.toContain('\u001b')
    expect(message).toContain('spaces within a line')
  })

  test('for any texts within its bounds', async () => {
    const unit = fc.constantFrom(
      'a',
      'B',
      ' ',
      '\t',
      '\n',
      '\r',
      '\\n',
      '"',
      '“',
      'é',
      'e\u0301',
      '\u200b',
      '😀',
      'ﬁ',
    )
    const text = fc.string({ unit, maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(text, fc.string({ unit, minLength: 1, maxLength: 20 }), async (content, oldText) => {
        await workspace.put({ a: content })
        const { code, text: message } = await call('edit', { path: 'a', edits: [{ oldText, newText: 'n' }] })
        expect(code === undefined || /^EDIT_(NO_MATCH|AMBIGUOUS)$/.test(code)).toBe(true)
        expect(message.length).toBeLessThan(2500)
      }),
      { numRuns: 300 },
    )
  })
})
