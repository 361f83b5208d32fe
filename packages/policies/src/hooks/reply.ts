/** What a hook wrote, in our words. */
export interface HookReply {
  readonly verdict: 'none' | 'ask' | 'block'
  readonly reason?: string | undefined
  /** For the model. */
  readonly context?: string | undefined
  /** For the person. */
  readonly systemMessage?: string | undefined
  readonly rewritesInput: boolean
  readonly rewritesOutput: boolean
}

type Fields = Readonly<Record<string, unknown>>

/** An `allow` is no verdict: whatever the others say stands. */
const verdicts: Readonly<Record<string, HookReply['verdict']>> = {
  allow: 'none',
  approve: 'none',
  ask: 'ask',
  defer: 'ask',
  deny: 'block',
  block: 'block',
}

const silent: HookReply = { verdict: 'none', rewritesInput: false, rewritesOutput: false }

/**
 * Reads the output of a hook that ended well. What does not begin like an object is talk, and decides nothing.
 * @returns what is wrong with it where it is meant as an answer and cannot be followed.
 */
export function readReply(stdout: string): HookReply | string {
  const text = stdout.trim()
  if (!text.startsWith('{')) return silent
  const reply = parsed(text)
  if (typeof reply === 'string') return reply
  const specific = reply['hookSpecificOutput'] ?? {}
  if (!isFields(specific)) return '"hookSpecificOutput" must be an object'
  const problem = problemOf(reply, specific)
  return problem ?? replyOf(reply, specific)
}

function replyOf(reply: Fields, specific: Fields): HookReply {
  const stops = reply['continue'] === false
  const decided = [reply['decision'], specific['permissionDecision']].map(verdictOf)
  const verdict = stops || decided.includes('block') ? 'block' : decided.includes('ask') ? 'ask' : 'none'
  const reason = stops ? reply['stopReason'] : undefined
  return {
    verdict,
    reason: textOf(reason) ?? textOf(specific['permissionDecisionReason']) ?? textOf(reply['reason']),
    context: textOf(specific['additionalContext']) ?? textOf(reply['additionalContext']),
    systemMessage: textOf(reply['systemMessage']),
    rewritesInput: isGiven(specific['updatedInput']) || isGiven(reply['updatedInput']),
    rewritesOutput: ['updatedToolOutput', 'updatedMCPToolOutput'].some((name) => isGiven(specific[name])),
  }
}

/** Members that decide must be understood; a misspelled word is no silent yes. */
function problemOf(reply: Fields, specific: Fields): string | undefined {
  if (!['boolean', 'undefined'].includes(typeof reply['continue'])) return '"continue" must be true or false'
  for (const [name, word] of [
    ['decision', reply['decision']],
    ['permissionDecision', specific['permissionDecision']],
  ] as const) {
    if (isGiven(word) && (typeof word !== 'string' || !Object.hasOwn(verdicts, word))) {
      return `"${name}" must be one of ${Object.keys(verdicts).join(', ')}`
    }
  }
  return undefined
}

function parsed(text: string): Fields | string {
  try {
    const value: unknown = JSON.parse(text)
    return isFields(value) ? value : 'it is no object'
  } catch (error) {
    return error instanceof Error ? error.message : 'it is no JSON'
  }
}

function verdictOf(word: unknown): HookReply['verdict'] {
  return (typeof word === 'string' ? verdicts[word] : undefined) ?? 'none'
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
