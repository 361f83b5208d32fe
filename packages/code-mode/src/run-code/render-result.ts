import { text, type ContentBlock, type JsonValue } from '@millrace/protocol'
import type { ProgramResult } from '../bridge/program-run.ts'
import { boundText } from './bound-text.ts'
import { prettyJson } from './pretty-json.ts'

/** What a model reads of a run that went well: what it printed, then what it returned. */
export function renderResult(value: JsonValue, shownBytes: number): ContentBlock[] {
  const { logs, result } = value as unknown as ProgramResult
  const shown = [...logs, ...(result === undefined ? [] : [printed(result)])]
  if (shown.length === 0) return [text('(run_code completed with no output)')]
  return [text(boundText(shown.join('\n'), shownBytes))]
}

const printed = (result: JsonValue): string => (typeof result === 'string' ? result : prettyJson(result))
