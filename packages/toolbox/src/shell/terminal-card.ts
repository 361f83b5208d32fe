import type { JsonObject, JsonValue, OmittedOutput, TerminalResultView } from '@millrace/protocol'
import { isJsonObject } from '../json/is-json-object.ts'
import type { OutputFields } from './output-fields.ts'

/** What a terminal card needs of an output, as a log keeps it. */
export function outputMeta({ output, omitted, spill }: OutputFields): JsonObject {
  if (omitted === null) return { output }
  const { bytes, lines, at } = omitted
  const path = spill?.dropped === 0 ? spill.path : undefined
  return { output, omitted: { bytes, lines, at, ...(path === undefined ? {} : { path }) } }
}

/**
 * The completed terminal card of what a log keeps, which may be anything; undefined where that is no output. Nothing
 * is read from the printed text.
 */
export function terminalView(meta: JsonValue | undefined): TerminalResultView | undefined {
  if (!isJsonObject(meta) || typeof meta['output'] !== 'string') return undefined
  const { output, exitCode, signal, timedOut, endedFor, job } = meta
  const omitted = omissionOf(meta['omitted'])
  return {
    card: 'terminal',
    output,
    ...(isWhole(exitCode) ? { exitCode } : {}),
    ...(typeof signal === 'string' ? { signal: explained(signal, endedFor) } : {}),
    ...(timedOut === true ? { timedOut } : {}),
    ...(typeof job === 'string' ? { job } : {}),
    ...(omitted === undefined ? {} : { omitted }),
  }
}

/** A signal, and why the host sent it, where it did so unasked. */
function explained(signal: string, reason: JsonValue | undefined): string {
  return typeof reason === 'string' ? `${signal} (${reason})` : signal
}

function omissionOf(value: JsonValue | undefined): OmittedOutput | undefined {
  if (!isJsonObject(value)) return undefined
  const { bytes, lines, at, path } = value
  if (!isCount(bytes) || !isCount(lines)) return undefined
  return {
    bytes,
    lines,
    ...(isCount(at) ? { at } : {}),
    ...(typeof path === 'string' ? { path } : {}),
  }
}

function isCount(value: JsonValue | undefined): value is number {
  return isWhole(value) && value >= 0
}

function isWhole(value: JsonValue | undefined): value is number {
  return Number.isSafeInteger(value)
}
