import type { AgentModel, ModelRequest } from '@millrace/agent'
import { contentText, type Message } from '@millrace/protocol'
import { scriptedModel, type ScriptedAnswer } from '@millrace/testkit'
import { demoScript, demoSteps } from './fix-failing-test.ts'

/** Where the conversation of the demo stands. */
interface Standing {
  /** The calls that have a result, the last ones last. */
  readonly made: readonly MadeCall[]
  /** The same of the turn that runs. */
  readonly madeNow: readonly MadeCall[]
  /** Whether it was asked for something before, and is asked for more. */
  readonly isAskedAgain: boolean
}

interface MadeCall {
  readonly name: string
  readonly isError: boolean
  readonly text: string
}

/**
 * The model of the demo where somebody looks on, who may deny, interrupt and say more: it follows the same script as far as
 * that fits, and says so where it does not.
 */
export function attendedDemo(): AgentModel {
  return scriptedModel((request) => answerTo(standingOf(request)), {
    name: { provider: 'scripted', id: demoScript },
  })
}

function answerTo({ made, madeNow, isAskedAgain }: Standing): ScriptedAnswer {
  const refused = madeNow.find(({ name, isError }) => name === 'edit' && isError)
  if (refused !== undefined) return said(refusedWords(refused))
  const edit = made.findIndex(({ name, isError }) => name === 'edit' && !isError)
  const tests = made.filter(({ name }) => name === 'bash')
  if (edit < 0) {
    if (tests.length === 0) return demoSteps.runTests
    if (!made.some(({ name }) => name === 'read')) return lookStep(tests)
    return { ...demoSteps.mend, text: isAskedAgain ? againWords : demoSteps.mend.text }
  }
  const check = made.slice(edit + 1).find(({ name }) => name === 'bash')
  if (check === undefined) return demoSteps.check
  return madeNow.length === 0 ? said(nothingLeft) : said(checkedWords(check))
}

function lookStep(tests: readonly MadeCall[]): ScriptedAnswer {
  const text = tests.some(({ isError }) => !isError) ? demoSteps.look.text : 'I will read the function, then.'
  return { ...demoSteps.look, text }
}

function said(text: string): ScriptedAnswer {
  return { pieceMs: demoSteps.mended.pieceMs, text }
}

const againWords = 'The loop in src/sum.js leaves the first number out. I propose the same change once more.'

const nothingLeft =
  'This is the demo: my replies are fixed, and there is none to that. In a session of your own folder a model answers, ' +
  'once there is a key for one.'

function refusedWords({ text }: MadeCall): string {
  const [, words] = /the user rejected tool "edit": ([^]+)$/.exec(text.trim()) ?? []
  const told = words === undefined ? '' : ` You said: "${words}".`
  return (
    `I left src/sum.js as it is.${told} The mistake is still there: the loop starts at 1 instead of 0. ` +
    'My replies are fixed, so I know no other way; any further message makes me propose it again.'
  )
}

function checkedWords({ isError, text }: MadeCall): string {
  if (isError)
    return 'I changed the loop in src/sum.js to start at 0. The tests did not run, so nothing shows that it helps.'
  const hasPassed = /(?:^|\n).{0,4}fail 0(?:\n|$)/.test(text)
  return hasPassed
    ? demoSteps.mended.text
    : 'I changed the loop in src/sum.js to start at 0, and the tests do not pass all the same.'
}

function standingOf({ messages }: ModelRequest): Standing {
  const prompts = messages.filter(isPrompt)
  const last = messages.findLastIndex(isPrompt)
  return {
    made: madeIn(messages, messages),
    madeNow: madeIn(messages.slice(last + 1), messages),
    isAskedAgain: prompts.length > 1,
  }
}

/** What a person said, and no plugin. */
function isPrompt(message: Message): boolean {
  return message.role === 'user' && message.source === undefined
}

function madeIn(part: readonly Message[], whole: readonly Message[]): MadeCall[] {
  const names = new Map(
    whole.flatMap((message) =>
      message.role === 'assistant'
        ? (message.toolCalls ?? []).map(({ id, name }) => [id, name] as const)
        : [],
    ),
  )
  return part.flatMap((message) => {
    if (message.role !== 'tool') return []
    const { callId, content, isError } = message
    return [{ name: names.get(callId) ?? '', isError, text: contentText(content) }]
  })
}
