import { HarnessError, shown, type ContentBlock, type JsonValue, type UserMessage } from '@millrace/protocol'
import { canonicalJson, compileJsonSchema, snapshotJsonValue, type JsonSchemaNode } from '@millrace/schema'
import type { ToolExecutionResult, ToolFailure } from '@millrace/tools'

/** How a recorded call ended: its value, which is checked and rendered again whenever it is played, or its error. */
export type CassetteOutcome =
  | {
      readonly kind: 'value'
      readonly value: JsonValue
      readonly contexts?: readonly UserMessage[]
      /** It ended the turn, which only a body can. */
      readonly concludes?: true
    }
  | {
      readonly kind: 'error'
      readonly error: ToolFailure
      readonly content: readonly ContentBlock[]
      readonly meta?: JsonValue
      readonly contexts?: readonly UserMessage[]
    }

/** One recorded call. */
export interface CassetteEntry {
  readonly tool: string
  /** Without secrets. */
  readonly arguments: JsonValue
  readonly outcome: CassetteOutcome
}

/** A call that a cassette cannot play, or a cassette that cannot be read. */
export class CassetteError extends HarnessError {
  declare readonly code: 'CASSETTE_UNMATCHED' | 'CASSETTE_CONCLUDES' | 'CASSETTE_INVALID'

  constructor(
    code: 'CASSETTE_UNMATCHED' | 'CASSETTE_CONCLUDES' | 'CASSETTE_INVALID',
    message: string,
    options: ErrorOptions = {},
  ) {
    super(code, message, options)
  }
}

/** The text of a cassette for a file: JSON Lines, the same for the same calls. */
export function printCassette(entries: readonly CassetteEntry[]): string {
  return entries.map((entry) => `${canonicalJson(snapshotJsonValue(entry))}\n`).join('')
}

/** Reads what `printCassette` wrote. @throws CassetteError `CASSETTE_INVALID` naming the line. */
export function parseCassette(source: string): CassetteEntry[] {
  return source.split('\n').flatMap((line, at) => (line.trim() === '' ? [] : [entryOf(line, at + 1)]))
}

/** What is kept of a result. */
export function outcomeOf(result: ToolExecutionResult): CassetteOutcome {
  const { additionalContexts, meta } = result
  const contexts = additionalContexts !== undefined && { contexts: additionalContexts }
  if (result.isError)
    return {
      kind: 'error',
      error: result.error,
      content: result.content,
      ...(meta !== undefined && { meta }),
      ...contexts,
    }
  return {
    kind: 'value',
    value: result.value,
    ...contexts,
    ...(result.concludesTurn && { concludes: true }),
  }
}

/** The result of a recorded outcome, for the pipeline to take over. */
export function resultOf(outcome: CassetteOutcome): ToolExecutionResult {
  const contexts = outcome.contexts !== undefined && { additionalContexts: [...outcome.contexts] }
  if (outcome.kind === 'value') return { isError: false, value: outcome.value, content: [], ...contexts }
  const { error, content, meta } = outcome
  return { isError: true, error, content: [...content], ...(meta !== undefined && { meta }), ...contexts }
}

const text = { type: 'string' } as const
const objects: JsonSchemaNode = { type: 'array', items: { type: 'object' } }
const entrySchema = compileJsonSchema({
  type: 'object',
  properties: {
    tool: text,
    outcome: {
      oneOf: [
        {
          type: 'object',
          properties: { kind: { type: 'string', const: 'value' }, value: {}, contexts: objects },
          required: ['kind', 'value'],
        },
        {
          type: 'object',
          properties: {
            kind: { type: 'string', const: 'error' },
            error: { type: 'object', properties: { message: text }, required: ['message'] },
            content: objects,
            contexts: objects,
          },
          required: ['kind', 'error', 'content'],
        },
      ],
    },
  },
  required: ['tool', 'arguments', 'outcome'],
})

function entryOf(line: string, number: number): CassetteEntry {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch (error) {
    throw new CassetteError(
      'CASSETTE_INVALID',
      `line ${number} of the cassette is no JSON: ${shown((error as Error).message)}; record it again`,
      { cause: error },
    )
  }
  const violations = entrySchema.violations(value, 'entry')
  if (violations.length === 0) return value as CassetteEntry
  throw new CassetteError(
    'CASSETTE_INVALID',
    `line ${number} of the cassette does not fit: ${shown(violations.join('; '))}; record it again`,
  )
}
