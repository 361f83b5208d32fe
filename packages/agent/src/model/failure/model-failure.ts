import type { Clock } from '@millrace/host'
import { shown, type ModelName } from '@millrace/protocol'
import { ModelError, type ModelErrorCode } from '../../contract/model-error.ts'
import { factsOf, type FailureFacts } from './facts.ts'
import { kindOf, kindWithin, type FailureKind } from './kind.ts'
import type { Safely } from './redaction.ts'

/** The longest that a provider can make us wait. */
export const longestWait = 60_000

/** What messages about a failure can name. */
export interface FailureContext {
  readonly model: ModelName
  /** The environment variable that holds the key. */
  readonly keyFrom?: string
  /** Our name of a tool that the provider names, or of the one at a place in the request. */
  readonly toolOf: (name: string) => string
  readonly toolAt: (index: number) => string | undefined
  readonly safe: Safely
  readonly clock: Clock
}

/** A failure before the first part of an answer, as an error that says what to do. */
export function requestFailure(error: unknown, context: FailureContext): ModelError {
  const facts = factsOf(error)
  return failureOf(kindOf(facts), facts, context)
}

/** A failure in the midst of an answer: reported by the provider, or a stream that broke. */
export function streamFailure(error: unknown, reported: boolean, context: FailureContext): ModelError {
  const facts = factsOf(error)
  const isOurs = facts.name.startsWith('AI_')
  const within: FailureKind =
    reported && !isOurs ? kindWithin(facts) : { code: 'MODEL_STREAM_CUT', passes: true }
  // The packages wrap what a provider says at once into the error of a request.
  const isRefusal = facts.status !== undefined && (facts.status < 200 || facts.status > 299)
  return failureOf(isRefusal ? kindOf(facts) : within, facts, context)
}

/** A stream that broke a rule of ours. */
export function cutFailure(what: string, context: FailureContext): ModelError {
  const mend = 'the request can be made again'
  return new ModelError('MODEL_STREAM_CUT', `${nameOf(context.model)}: ${what}; ${mend}`, { retryable: true })
}

function failureOf({ code, passes }: FailureKind, facts: FailureFacts, context: FailureContext): ModelError {
  const message = `${nameOf(context.model)}: ${what(code, facts, context)}${said(facts, context)}; ${mend(code, facts, context)}`
  const retryAfterMs = waitOf(facts, context.clock)
  // No cause: what the packages throw holds the request, its address and its headers.
  return new ModelError(code, message, {
    ...(passes && { retryable: true }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  })
}

const nameOf = ({ provider, id }: ModelName): string => shown(`${provider}/${id}`)

function what(code: ModelErrorCode, facts: FailureFacts, context: FailureContext): string {
  const where = facts.host === undefined ? 'the provider' : shown(facts.host)
  const status = statusOf(facts)
  switch (code) {
    case 'MODEL_AUTH':
      return `${where} does not accept the key${status}`
    case 'MODEL_NOT_FOUND':
      return `${where} does not know this model${status}`
    case 'MODEL_RATE_LIMIT':
      return `${where} takes no more requests for now${status}`
    case 'MODEL_CONTEXT_LENGTH':
      return `the conversation is longer than the model takes${status}`
    case 'MODEL_SCHEMA_REFUSED':
      return `${where} refused the schema of ${toolIn(facts, context)}${status}`
    case 'MODEL_BAD_REQUEST':
      return `${where} refused the request${status}`
    case 'MODEL_UNAVAILABLE':
      return `${where} is overloaded or failed${status}`
    case 'MODEL_UNREACHABLE':
      return `${where} ${unreached(facts)}`
    case 'MODEL_STREAM_CUT':
      return `the answer of ${where} broke off or made no sense${inBrackets(facts.network)}`
    case 'MODEL_UNKNOWN':
      return 'no such model'
  }
}

const inBrackets = (words: string | undefined): string => (words === undefined ? '' : ` (${words})`)

const statusOf = ({ status }: FailureFacts): string =>
  inBrackets(status === undefined || status === 200 ? undefined : `status ${status}`)

function unreached(facts: FailureFacts): string {
  if (facts.status === undefined) return `cannot be reached${inBrackets(facts.network)}`
  const target = shown(facts.location ?? 'another address')
  return `sends requests on to ${target}${statusOf(facts)}, which is not followed with a key`
}

function said(facts: FailureFacts, { safe }: FailureContext): string {
  const words =
    facts.words || (facts.status === undefined && facts.network === undefined ? facts.message : '')
  return words === '' ? '' : `: "${safe(words)}"`
}

function mend(code: ModelErrorCode, facts: FailureFacts, { keyFrom }: FailureContext): string {
  const key = keyFrom ?? 'the key that the model was made with'
  switch (code) {
    case 'MODEL_AUTH':
      return `check ${key}`
    case 'MODEL_NOT_FOUND':
      return 'check the name of the model and the base URL, which usually ends in /v1'
    case 'MODEL_RATE_LIMIT':
      return `wait, or check the plan and the balance of the account of ${key}`
    case 'MODEL_CONTEXT_LENGTH':
      return 'shorten the conversation, or take a model with a larger window'
    case 'MODEL_SCHEMA_REFUSED':
      return "change the tool's schema, leave the tool out, or choose the dialect `plain`"
    case 'MODEL_BAD_REQUEST':
      return 'check the settings of the model'
    case 'MODEL_UNAVAILABLE':
      return 'try again later'
    case 'MODEL_UNREACHABLE':
      return facts.status === undefined
        ? 'check the network and the base URL'
        : 'set the base URL to the final address'
    case 'MODEL_STREAM_CUT':
      return 'the request can be made again'
    case 'MODEL_UNKNOWN':
      return 'set MILLRACE_MODEL'
  }
}

/** Which tool a refusal is about, by its name or by its place in the request. */
function toolIn({ words }: FailureFacts, { toolOf, toolAt }: FailureContext): string {
  const named = /(?:function|tool)\s+['"`]([A-Za-z0-9_-]{1,128})['"`]/i.exec(words)?.[1]
  if (named !== undefined) return `tool ${shown(toolOf(named))}`
  const index = /tools?[.[](\d{1,5})/i.exec(words)?.[1]
  const tool = index === undefined ? undefined : toolAt(Number(index))
  return tool === undefined ? 'a tool' : `tool ${shown(tool)}`
}

/** How long the provider asks to wait, at most a minute. */
function waitOf({ retryAfter, retryAfterMs }: FailureFacts, clock: Clock): number | undefined {
  const exact = retryAfterMs === undefined || retryAfterMs.trim() === '' ? Number.NaN : Number(retryAfterMs)
  const wait = Number.isFinite(exact) ? exact : waitIn(retryAfter, clock)
  return wait === undefined || !Number.isFinite(wait) || wait < 0
    ? undefined
    : Math.min(Math.ceil(wait), longestWait)
}

function waitIn(header: string | undefined, clock: Clock): number | undefined {
  if (header === undefined || header.trim() === '') return undefined
  if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Number(header) * 1000
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, date - clock.now())
}
