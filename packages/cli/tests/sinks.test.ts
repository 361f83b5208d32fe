import { expect } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { hasRaw, hostile } from '../../cards/tests/payloads.ts'
import { folder } from './folder.ts'
import { millrace } from './millrace.ts'
import { tool, withTools } from './workspace.ts'

/** Tools that pass a hostile text on in every way that a tool has. */
function tools(text: string) {
  const failing = { execute: () => Promise.reject(new Error(text)) }
  return withTools(
    tool('say', { description: text, execute: () => Promise.resolve(text) }),
    tool('fail', failing),
    tool('show', { presentCall: () => ({ card: 'generic', title: text, rawInput: { text } }) }),
    tool('run', {
      presentCall: () => ({ card: 'terminal', title: text, description: text, cwd: text }),
      presentResult: () => ({ card: 'terminal', output: text, exitCode: 1 }),
    }),
    tool('change', { effects: 'other', description: text }),
  )
}

const calls = [
  ['call', 'say'],
  ['call', 'fail'],
  ['call', 'show', '--expand'],
  ['call', 'run'],
  ['call', 'change'],
  ['call', 'change', '--deny-all'],
  ['tools'],
  ['tools', 'say'],
]

verifies(
  ['security:D1'],
  'no text of a tool, nor one that was typed, reaches an output of the command raw',
  async () => {
    const cwd = folder()
    for (const text of hostile) {
      const typed = [
        ['call', text],
        ['call', 'say', `${text}=1`],
        ['call', 'say', text],
        [text],
        ['tools', text],
      ]
      for (const words of [...calls, ...typed]) {
        for (const more of words[0] === 'call' ? [[], ['--json']] : [[]]) {
          const ended = await millrace([...words, ...more], { cwd }, tools(text))
          // What was typed is told in lines, and those may have tabs.
          const written = ended.out() + ended.err().replaceAll('\t', '')
          if (hasRaw(written))
            expect.fail(`${JSON.stringify([words, more])} wrote ${JSON.stringify(written)}`)
        }
      }
    }
  },
  300_000,
)
