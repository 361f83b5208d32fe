import type { SessionAgent } from '../contract/agent.ts'
import type { PromptDraft } from '../contract/prompt.ts'
import { PromptError } from './prompt-error.ts'
import type { OwnedSection } from './section-layer.ts'
import { wordsOf } from './words-of.ts'

/** The sections with their texts, one after the other; those without any are left out. */
export async function textsOf(
  sections: readonly OwnedSection[],
  agent: SessionAgent,
  signal: AbortSignal | undefined,
): Promise<PromptDraft['sections']> {
  const filled: { name: string; order: number; text: string }[] = []
  for (const section of sections) {
    // Nobody waits any more: what comes next need not begin.
    signal?.throwIfAborted()
    const text = trimLines(await textOf(section, agent))
    if (text !== '') filled.push(Object.freeze({ name: section.name, order: section.order, text }))
  }
  return Object.freeze(filled)
}

async function textOf({ name, source, text }: OwnedSection, agent: SessionAgent): Promise<string> {
  if (typeof text === 'string') return text
  const title = `prompt section "${name}" of plugin "${source}"`
  let given: unknown
  try {
    given = await text(agent)
  } catch (error) {
    throw new PromptError('PROMPT_FAILED', `${title} failed, so nothing was sent: ${wordsOf(error)}`, {
      cause: error,
    })
  }
  if (typeof given === 'string') return given
  throw new PromptError(
    'PROMPT_MALFORMED',
    `${title} gave ${given === null ? 'null' : typeof given} where a string was expected; an empty one leaves it out`,
  )
}

/** Without blank lines around it, so that sections are one blank line apart. */
function trimLines(text: string): string {
  return text.replace(/^(?:[^\S\n]*\n)+/, '').trimEnd()
}
