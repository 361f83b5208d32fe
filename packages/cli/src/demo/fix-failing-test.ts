import type { AgentModel } from '@millrace/agent'
import { scriptedModel, type ScriptedAnswer } from '@millrace/testkit'

/** The name of the script, as it is shown. */
export const demoScript = 'fix-failing-test'

/** What the person is taken to have asked for. */
export const demoPrompt = 'The tests of this project fail. Find out why, and mend it.'

/** What the calls of the script need beyond what is always allowed: exactly these, for this session. */
export const demoRules: readonly string[] = ['Bash(npm test)', 'Edit(src/sum.js)']

/** The words come at the pace of a model, so that one sees how an answer arrives. In milliseconds. */
const pieceMs = 15

/** What the model answers, step by step, where all goes as it should. */
export const demoSteps = {
  runTests: {
    pieceMs,
    text: 'I will run the tests first.',
    calls: [{ name: 'bash', arguments: { command: 'npm test' } }],
  },
  look: {
    pieceMs,
    text: 'One test fails. I will read the function, and look who calls it.',
    calls: [
      { name: 'read', arguments: { path: 'src/sum.js' } },
      { name: 'grep', arguments: { pattern: 'sumOfFirst', path: '.' } },
    ],
  },
  mend: {
    pieceMs,
    text: 'The loop leaves the first number out.',
    calls: [
      {
        name: 'edit',
        arguments: {
          path: 'src/sum.js',
          edits: [{ oldText: 'let at = 1; at < count', newText: 'let at = 0; at < count' }],
        },
      },
    ],
  },
  check: { calls: [{ name: 'bash', arguments: { command: 'npm test' } }] },
  mended: { pieceMs, text: 'Mended: the loop in src/sum.js started at 1 instead of 0. All tests pass now.' },
} as const satisfies Readonly<Record<string, ScriptedAnswer>>

/** A model whose replies are fixed: it runs the tests of the demo's project, finds the mistake and mends it. */
export function fixFailingTest(): AgentModel {
  return scriptedModel(Object.values(demoSteps), { name: { provider: 'scripted', id: demoScript } })
}
