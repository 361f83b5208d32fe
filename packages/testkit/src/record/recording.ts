import { ModelError, type ModelAnswer, type ModelErrorCode, type ModelNews } from '@millrace/agent'
import { HarnessError, isHarnessError, shown, type JsonValue, type ModelName } from '@millrace/protocol'
import { compileJsonSchema, type JsonSchemaNode } from '@millrace/schema'

/** The first line of a recording. */
export interface RecordingHeader {
  readonly format: 'millrace-recording'
  readonly version: 1
  readonly model: ModelName
  readonly contextWindow?: number
}

/** How a failure of a model is kept. */
export interface RecordedFailure {
  readonly name: string
  readonly message: string
  readonly code?: string
  readonly retryable?: true
  readonly retryAfterMs?: number
}

/** One request of a recording with what came of it. */
export interface RecordedExchange {
  /** Its place among the requests, from 0. */
  readonly index: number
  readonly request: JsonValue
  /** Retries and notices; the words come from the answer. */
  readonly news: readonly ModelNews[]
  readonly answer?: ModelAnswer
  readonly failure?: RecordedFailure
}

/** A recording that cannot be read, or that is not of these requests. */
export class RecordingError extends HarnessError {
  declare readonly code: 'RECORDING_INVALID' | 'RECORDING_MISMATCH' | 'RECORDING_EXHAUSTED'

  constructor(
    code: 'RECORDING_INVALID' | 'RECORDING_MISMATCH' | 'RECORDING_EXHAUSTED',
    message: string,
    options: ErrorOptions = {},
  ) {
    super(code, message, options)
  }
}

const text = { type: 'string' } as const
const model: JsonSchemaNode = {
  type: 'object',
  properties: { provider: text, id: text },
  required: ['provider', 'id'],
}
const header = compileJsonSchema({
  type: 'object',
  properties: {
    format: { type: 'string', const: 'millrace-recording' },
    version: { type: 'integer', const: 1 },
    model,
    contextWindow: { type: 'number' },
  },
  required: ['format', 'version', 'model'],
})
const message: JsonSchemaNode = {
  type: 'object',
  properties: {
    role: { type: 'string', const: 'assistant' },
    content: { type: 'array', items: { type: 'object', properties: { type: text }, required: ['type'] } },
    toolCalls: {
      type: 'array',
      items: {
        type: 'object',
        properties: { id: text, name: text, arguments: text },
        required: ['id', 'name', 'arguments'],
      },
    },
    reasoning: { type: 'array', items: { type: 'object', properties: { text }, required: ['text'] } },
  },
  required: ['role', 'content'],
}
const exchange = compileJsonSchema({
  type: 'object',
  properties: {
    index: { type: 'integer' },
    request: { type: 'object' },
    news: { type: 'array', items: { type: 'object', properties: { kind: text }, required: ['kind'] } },
    answer: {
      type: 'object',
      properties: { message, finish: text, usage: { type: 'object' } },
      required: ['message', 'finish'],
    },
    failure: {
      type: 'object',
      properties: { name: text, message: text, code: text, retryAfterMs: { type: 'number' } },
      required: ['name', 'message'],
    },
  },
  required: ['index', 'request', 'news'],
})

/** What a recording holds, checked line by line. */
export interface Recording {
  readonly header: RecordingHeader
  /** In the order of the requests. */
  readonly exchanges: readonly RecordedExchange[]
}

/** Reads the lines of a recording. @throws RecordingError `RECORDING_INVALID` naming the line. */
export function readRecording(source: string | Iterable<string>): Recording {
  const lines = (typeof source === 'string' ? source.split('\n') : Array.from(source)).map((line) =>
    line.trim(),
  )
  const values = lines.flatMap((line, at) =>
    line === '' ? [] : [{ line: at + 1, value: parsed(line, at + 1) }],
  )
  const [first, ...rest] = values
  if (first === undefined) throw invalid(1, 'is missing', 'a header with the format and the model')
  complain(first.line, header.violations(first.value, 'header'))
  const exchanges = rest.map(({ line, value }) => {
    complain(line, exchange.violations(value, 'line'))
    const read = value as unknown as RecordedExchange
    if ((read.answer === undefined) === (read.failure === undefined))
      throw invalid(line, 'has not exactly one of "answer" and "failure"', 'one of them')
    return { line, read }
  })
  exchanges.sort((a, b) => a.read.index - b.read.index)
  exchanges.forEach(({ line, read }, at) => {
    if (read.index !== at)
      throw invalid(line, `is of request ${read.index}`, `request ${at}, which is missing or was cut off`)
  })
  return {
    header: first.value as unknown as RecordingHeader,
    exchanges: exchanges.map(({ read }) => read),
  }
}

/** How something that a model threw is kept. */
export function recordedFailure(thrown: unknown): RecordedFailure {
  if (!(thrown instanceof Error)) return { name: 'Error', message: safeText(thrown) }
  const { name, message: words } = thrown
  if (!isHarnessError(thrown)) return { name, message: words }
  const { code, retryable } = thrown
  const after = thrown instanceof ModelError ? thrown.retryAfterMs : undefined
  return {
    name,
    message: words,
    code,
    ...(retryable && { retryable }),
    ...(after !== undefined && { retryAfterMs: after }),
  }
}

/** The error of a recorded failure. */
export function thrownAgain({ name, message: words, code, retryable, retryAfterMs }: RecordedFailure): Error {
  const again = retryable ? { retryable } : {}
  if (name === 'ModelError' && code !== undefined) {
    const after = retryAfterMs === undefined ? {} : { retryAfterMs }
    return new ModelError(code as ModelErrorCode, words, { ...again, ...after })
  }
  const error = code === undefined ? new Error(words) : new HarnessError(code, words, again)
  error.name = name
  return error
}

function safeText(thrown: unknown): string {
  try {
    return String(thrown)
  } catch {
    return 'a value that cannot be printed'
  }
}

function parsed(line: string, number: number): JsonValue {
  try {
    return JSON.parse(line) as JsonValue
  } catch (error) {
    throw new RecordingError(
      'RECORDING_INVALID',
      `line ${number} of the recording is no JSON: ${shown((error as Error).message)}; record it again`,
      { cause: error },
    )
  }
}

function complain(line: number, violations: readonly string[]): void {
  if (violations.length > 0)
    throw invalid(line, `does not fit: ${shown(violations.join('; '))}`, 'a recording of version 1')
}

function invalid(line: number, problem: string, expected: string): RecordingError {
  return new RecordingError(
    'RECORDING_INVALID',
    `line ${line} of the recording ${problem}; expected ${expected}. Record it again`,
  )
}
