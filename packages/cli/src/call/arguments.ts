import { readFile, stat } from 'node:fs/promises'
import { isAbsolute, resolve } from 'node:path'
import type { JsonValue } from '@millrace/protocol'
import { parseToolArguments } from '@millrace/schema'
import type { ToolDefinition } from '@millrace/tools'
import type { Io } from '../io.ts'
import { writeWarning } from '../mistake.ts'
import { UsageError } from '../usage-error.ts'
import { quoted } from './example.ts'
import { meantKey } from './meant-key.ts'
import { mendedWords } from './mended-words.ts'
import { fromText, propertiesOf, takesUndeclared, type Schema } from './typed-value.ts'
import { warnOfUndeclared } from './undeclared.ts'

/** Where the arguments of a call come from: words on the command line, or one JSON text. */
export interface ArgumentSource {
  /** `key=value` words. */
  readonly words: readonly string[]
  /** The value of `--args`: JSON, `@file`, or `-` for the standard input. */
  readonly json?: string | undefined
}

/** The arguments of a call, and the text that the log keeps of them. */
export interface CallArguments {
  readonly value: JsonValue
  readonly text: string
}

/**
 * Reads the arguments of a call.
 * @throws UsageError where the words or the file cannot be used; what `parseToolArguments` throws on bad JSON.
 */
export async function readArguments(
  source: ArgumentSource,
  tool: ToolDefinition,
  io: Io,
): Promise<CallArguments> {
  if (source.json === undefined) {
    const value = fromWords(source.words, tool)
    return { value, text: JSON.stringify(value) }
  }
  if (source.words.length > 0) {
    throw new UsageError('give arguments as key=value or with --args, not both')
  }
  // Some editors begin a file with a byte order mark, which is no JSON.
  const text = (await jsonText(source.json, io)).replace(/^\ufeff/, '')
  const value = parseToolArguments(text)
  warnOfUndeclared(value, tool, io)
  return { value, text }
}

async function jsonText(given: string, io: Io): Promise<string> {
  if (given === '-') {
    const text = await standardInput(io)
    if (text.trim() === '') writeWarning(io, 'the standard input was empty')
    return text
  }
  if (!given.startsWith('@')) return given
  const named = given.slice(1)
  const path = isAbsolute(named) ? named : resolve(io.cwd, named)
  try {
    // Opening a pipe that nobody writes to would hang beyond the reach of an interrupt.
    if ((await stat(path)).isFile()) return await readFile(path, { encoding: 'utf8', signal: io.signal })
  } catch (error) {
    io.signal.throwIfAborted()
    const { code } = error as NodeJS.ErrnoException
    throw new UsageError(`--args ${given}: the file cannot be read (${code ?? String(error)})`)
  }
  throw new UsageError(`--args ${given}: this is no regular file`, ['a pipe is read with: --args -'])
}

/** More than this is no argument text but a mistake, such as a device in its place. */
const mostBytes = 64 * 1024 * 1024

async function standardInput(io: Io): Promise<string> {
  if (io.stdin.isTTY === true) {
    io.stderr.write('millrace: reading arguments from the terminal; end with Ctrl-D\n')
  }
  const input = io.stdin[Symbol.asyncIterator]()
  const interrupted = whenAborted(io.signal)
  const chunks: Uint8Array[] = []
  for (let size = 0; ;) {
    const { done, value } = await Promise.race([input.next(), interrupted])
    if (done === true) return Buffer.concat(chunks).toString('utf8')
    const bytes = typeof value === 'string' ? Buffer.from(value) : value
    chunks.push(bytes)
    size += bytes.length
    if (size > mostBytes) throw new UsageError('--args -: more than 64 MiB came in')
  }
}

/** Rejects when the person interrupts; never settles otherwise. */
function whenAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason)
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

/** `key=value` words as an object; each value is read as its parameter's declared type. */
function fromWords(words: readonly string[], tool: ToolDefinition): JsonValue {
  const properties = propertiesOf(tool.parameters)
  const entries = new Map<string, JsonValue>()
  for (const word of words) {
    if (isJsonObject(word)) {
      throw new UsageError('all arguments at once are given with --args', [
        exampleOf(['--args', quoted(word)], tool),
      ])
    }
    const split = word.indexOf('=')
    if (split < 1) {
      throw new UsageError(`"${word}" is no key=value argument`, [exampleOf(mendedWords(words, tool), tool)])
    }
    const key = word.slice(0, split)
    if (entries.has(key)) throw new UsageError(`the argument "${key}" is given twice`)
    const schema = properties.get(key) ?? undeclaredSchema(tool)
    if (schema === undefined) throw unknownKey(key, [...properties.keys()], tool)
    entries.set(key, fromText(word.slice(split + 1), schema, key))
  }
  return Object.fromEntries(entries)
}

/** What is known of an argument that a tool does not name; `undefined` where it takes none. */
function undeclaredSchema({ parameters }: ToolDefinition): Schema | undefined {
  if (!takesUndeclared(parameters)) return undefined
  const { additionalProperties: more } = parameters as Schema
  return typeof more === 'object' && more !== null ? (more as Schema) : {}
}

function exampleOf(words: readonly string[], tool: ToolDefinition): string {
  return `for example: ${['millrace call', tool.name, ...words].join(' ')}`
}

function isJsonObject(word: string): boolean {
  if (!word.startsWith('{')) return false
  try {
    parseToolArguments(word)
    return true
  } catch {
    return false
  }
}

function unknownKey(key: string, known: readonly string[], tool: ToolDefinition): UsageError {
  const near = meantKey(key, known)
  const hint = near === undefined ? [] : [`did you mean ${near}=…?`]
  const all = known.length === 0 ? 'it takes none' : `it takes ${known.join(', ')}`
  return new UsageError(`tool "${tool.name}" has no argument "${key}"`, [...hint, all], 'INVALID_ARGS')
}
