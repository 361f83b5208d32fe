import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { commandText } from './command-text.ts'

const card = (args: string, tool = 'read') => ({ tool, arguments: args })

describe('commandText', () => {
  test('gives a shell the same arguments, whatever is in them', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' })), (args) => {
        const command = commandText(card(JSON.stringify(args)))!
        const words = command.replace('millrace call read --args', "printf '%s'")
        expect(JSON.parse(execFileSync('/bin/sh', ['-c', words], { encoding: 'utf8' }))).toEqual(args)
      }),
      { numRuns: 30 },
    )
  })

  test('holds nothing that a terminal would act on', () => {
    expect(commandText(card('{"a":"\u202e\u009b"}'))).toBe(
      String.raw`millrace call read --args '{"a":"\u202e\u009b"}'`,
    )
  })

  test('is none where no command could make such a call', () => {
    expect(commandText(card('[1]'))).toBeUndefined()
    expect(commandText(card('{'))).toBeUndefined()
    expect(commandText(card('{}', 'a; rm -rf /'))).toBeUndefined()
  })
})

describe('commandText of a program', () => {
  const command = (code: string): string | undefined =>
    commandText(card(JSON.stringify({ code }), 'run_code'))

  test('gives the program to the command as its input', () => {
    expect(command("return '$HOME'")).toBe("millrace code - <<'END'\nreturn '$HOME'\nEND")
  })

  test('ends the input with a word that is no line of the program', () => {
    expect(command('`\nEND\n`')).toBe("millrace code - <<'END2'\n`\nEND\n`\nEND2")
  })

  test('is none that a terminal would act on when it is pasted', () => {
    expect(command('return "\u001b[2J"')).toBeUndefined()
    expect(command('return 1 // \u202e')).toBeUndefined()
  })

  test('is none where there is no program', () => {
    expect(commandText(card('no JSON', 'run_code'))).toBeUndefined()
    expect(commandText(card('{}', 'run_code'))).toBeUndefined()
  })
})
