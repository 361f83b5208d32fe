import type { CodeResultView, GenericCallView, JsonValue, ToolResult } from '@millrace/protocol'
import { printJson } from '@millrace/schema'
import { prettyJson } from './pretty-json.ts'

/** What shows a program and what came of it; the same for live sessions and for replays, whatever is mounted. */
export interface ProgramPresenter {
  presentCall(args: unknown): GenericCallView | undefined
  presentResult(args: unknown, result: ToolResult): CodeResultView | undefined
}

/** UTF-16 units of a result that a card can show; the model's copy is elsewhere. */
const mostShown = 16_384
/** A value of at most so many UTF-16 units stands on one line. */
const oneLine = 60

/** Presents calls of `run_code`. */
export const programPresenter: ProgramPresenter = {
  presentCall(args) {
    const { code, description } = args as { readonly code?: unknown; readonly description?: unknown }
    if (typeof code !== 'string' || typeof description !== 'string') return undefined
    return { card: 'generic', kind: 'execute', title: description, rawInput: code }
  },
  presentResult(_args, { isError, meta }) {
    if (isError || typeof meta !== 'object' || meta === null || Array.isArray(meta)) return undefined
    const { result, language, notes } = meta
    return {
      card: 'code',
      ...(typeof result === 'string' && { result }),
      ...(typeof language === 'string' && { language }),
      ...(Array.isArray(notes) && { notes: notes.filter((note) => typeof note === 'string') }),
    }
  },
}

/**
 * What a card needs of a finished program beside its console, for the log.
 * @param result - what it returned; left out where that was nothing.
 * @param notes - what else there is to know, such as what of the result could not be kept.
 */
export function programMeta(result: JsonValue | undefined, notes: readonly string[] = []): JsonValue {
  const [text, language] = result === undefined ? [undefined, undefined] : shown(result)
  const more = text === undefined ? 0 : text.length - mostShown
  const cut = more > 0 ? [`${more} more characters of the result are not shown here`] : []
  return {
    ...(text !== undefined && { result: text.slice(0, mostShown).toWellFormed() }),
    ...(language !== undefined && { language }),
    ...(notes.length + cut.length > 0 && { notes: [...notes, ...cut] }),
  }
}

function shown(result: JsonValue): readonly [text: string, language: string | undefined] {
  if (typeof result === 'string') return [result, undefined]
  const compact = printJson(result)
  if (compact.length <= oneLine) return [compact, 'json']
  return [prettyJson(result), 'json']
}
