import type { ModelErrorCode } from '../../contract/model-error.ts'
import type { FailureFacts } from './facts.ts'

/** What a failure is, and whether the same request may succeed later. */
export interface FailureKind {
  readonly code: ModelErrorCode
  readonly passes: boolean
}

const kind = (code: ModelErrorCode, passes: boolean = false): FailureKind => ({ code, passes })

const tooLong =
  /context[_ ](length|window)|maximum context|context size|prompt is too long|exceed_context|exceeds? (the )?(context|maximum number of tokens)|input length and `?max_tokens|too many (input )?tokens|reduce the length of the (messages|prompt)|token count.{0,200}exceeds/i
const outOfCredit =
  /insufficient[_ ](quota|balance|credit)|credit balance|billing|payment required|exceeded your current quota/i
const unknownModel =
  /model[_ ]not[_ ](found|exist)|model .{0,100}(does not exist|not found)|unknown model|not_found_error/i
const badSchema =
  /invalid schema|invalid_function_parameters|input_schema|json schema is invalid|tools?[.[]\d+\]?|invalid.{0,20}tool|function\.parameters/i
const badKey = /authentication|invalid[_ ]api[_ ]key|incorrect api key|permission_error|unauthorized/i
const overloaded = /overloaded|server_error|api_error|service_unavailable|internal|timeout|engine/i

const certificates = /^(CERT_|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|ERR_SSL)/

/** What a failure before the first part of an answer is. */
export function kindOf(facts: FailureFacts): FailureKind {
  const { status, network, name } = facts
  if (status !== undefined && (status < 200 || status > 299)) return kindOfStatus(status, facts)
  if (status !== undefined || name === 'AI_EmptyResponseBodyError') return kind('MODEL_STREAM_CUT', true)
  if (network !== undefined)
    return kind('MODEL_UNREACHABLE', !certificates.test(network) && network !== 'ERR_INVALID_URL')
  if (name === 'AI_LoadAPIKeyError') return kind('MODEL_AUTH')
  if (/fetch failed|cannot connect/i.test(facts.message)) return kind('MODEL_UNREACHABLE', true)
  return kind('MODEL_BAD_REQUEST')
}

/** What an error is that the provider reports within an answer, or that breaks it off. */
export function kindWithin(facts: FailureFacts): FailureKind {
  const all = `${facts.type} ${facts.words}`
  if (facts.type === '' && facts.words === '') return kind('MODEL_STREAM_CUT', true)
  if (tooLong.test(all)) return kind('MODEL_CONTEXT_LENGTH')
  if (outOfCredit.test(all)) return kind('MODEL_RATE_LIMIT')
  if (/rate_?limit/i.test(facts.type)) return kind('MODEL_RATE_LIMIT', true)
  if (badKey.test(facts.type)) return kind('MODEL_AUTH')
  if (overloaded.test(facts.type)) return kind('MODEL_UNAVAILABLE', true)
  if (/invalid_request/i.test(facts.type))
    return kind(badSchema.test(all) ? 'MODEL_SCHEMA_REFUSED' : 'MODEL_BAD_REQUEST')
  return kind('MODEL_STREAM_CUT', true)
}

function kindOfStatus(status: number, facts: FailureFacts): FailureKind {
  const all = `${facts.type} ${facts.words}`
  switch (status) {
    case 401:
      return kind('MODEL_AUTH')
    case 402:
      return kind('MODEL_RATE_LIMIT')
    case 403:
      return outOfCredit.test(all) ? kind('MODEL_RATE_LIMIT') : kind('MODEL_AUTH')
    case 404:
      return kind('MODEL_NOT_FOUND')
    case 408:
    case 425:
      return kind('MODEL_UNAVAILABLE', true)
    case 413:
      return kind('MODEL_CONTEXT_LENGTH')
    case 429:
      return kind('MODEL_RATE_LIMIT', !outOfCredit.test(all))
    default:
      break
  }
  if (status >= 500) return tooLong.test(all) ? kind('MODEL_CONTEXT_LENGTH') : kind('MODEL_UNAVAILABLE', true)
  return status < 400 ? kind('MODEL_UNREACHABLE') : kindOfRefusal(all)
}

/** A request that the provider did not like: why, as far as its words tell. */
function kindOfRefusal(all: string): FailureKind {
  if (tooLong.test(all)) return kind('MODEL_CONTEXT_LENGTH')
  if (outOfCredit.test(all)) return kind('MODEL_RATE_LIMIT')
  if (unknownModel.test(all)) return kind('MODEL_NOT_FOUND')
  if (badSchema.test(all)) return kind('MODEL_SCHEMA_REFUSED')
  return kind(badKey.test(all) ? 'MODEL_AUTH' : 'MODEL_BAD_REQUEST')
}
