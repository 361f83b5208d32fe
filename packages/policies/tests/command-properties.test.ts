import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCommand } from '../src/permissions/command/read-command.ts'

const mebibyte = 1024 * 1024
const quoteWord = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`
const shellText = fc
  .array(
    fc.oneof(
      fc.constantFrom(...Array.from('\'"\\`$(){}[]<>|&;#!*?~= \t\n-')),
      fc.constantFrom(
        'ls',
        'cd',
        'find',
        'git',
        'bash -c',
        'xargs',
        'env',
        '<<X',
        '\nX\n',
        '$(',
        '-exec',
        '$x',
        '&&',
      ),
      fc.string({ unit: 'binary', maxLength: 3 }),
    ),
    { maxLength: 40 },
  )
  .map((pieces) => pieces.join(''))

describe('readCommand', () => {
  test('answers for every text, and never throws', () => {
    fc.assert(
      fc.property(shellText, fc.constantFrom('', 'a', '/x', '~/y'), (text, cwd) => {
        const reading = readCommand(text, cwd)
        if (reading.kind === 'parts') {
          expect(reading.parts.length).toBeGreaterThan(0)
          for (const part of reading.parts) expect(part.argv.length).toBeGreaterThan(0)
        } else expect(reading.reason).not.toBe('')
      }),
      { numRuns: 20_000, examples: [['xargs\tenv', '']] },
    )
  })

  test('words between quotes come out as they went in', () => {
    // Controls are never certain, and in some encodings a backslash belongs to what stands before it.
    const word = fc
      .string({ unit: 'grapheme', maxLength: 12 })
      .filter((text) => !/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]|[^\0-\x7f]\\/.test(text)) // oxlint-disable-line no-control-regex
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), (words) => {
        const reading = readCommand(['prog', ...words].map(quoteWord).join(' '), '')
        expect(reading).toMatchObject({ kind: 'parts', parts: [{ argv: ['prog', ...words] }] })
      }),
    )
  })

  test.each<[string, string]>([
    ['quotes', "'"],
    ['open brackets', '('],
    ['inner commands', '$('],
    ['here-documents', '<<X '],
    ['line ends', '\n'],
    ['words', 'a '],
    ['find roots', 'find '],
    ['actions', 'find . -exec a \\; '],
    ['wrappers', 'env '],
    ['doubtful wrappers', 'watch '],
    ['odd options', 'sudo --odd '],
    ['found names', 'find . -name a -exec cat {} + '],
    ['commands', 'ls;'],
    ['ands', 'cd a && '],
    ['options', 'ls -la'],
    ['sed', "sed 's/[/"],
    ['brackets', '['],
    ['slashes', '../'],
    ['digits', '2>1'],
    ['braces', '{a'],
    ['addresses', 'curl a.'],
    ['percent signs', 'printf %'],
    ['variables', '$x'],
    ['quoted words', '\'a\'"b"'],
    ['backslashes', '\\\\'],
    ['comments', '#\n'],
    ['wide', '😀'],
  ])('a mebibyte of %s takes no long time', (_, piece) => {
    const text = piece.repeat(Math.ceil(mebibyte / piece.length))
    const started = Date.now()
    for (const command of [
      text,
      `x ${text}`,
      `ls '${text.replaceAll("'", '')}'`,
      `sed -e '${text.replaceAll("'", '')}'`,
    ]) {
      readCommand(command, '')
    }
    // A hang would take minutes; a second is usual.
    expect(Date.now() - started).toBeLessThan(30_000)
  })
})
