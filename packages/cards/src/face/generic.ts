import type { GenericCallView, GenericResultView } from '@millrace/protocol'
import { contentText } from '@millrace/protocol'
import type { Face } from '../layout/face.ts'
import { proseRows, textRows, type Keep, type Sheet } from '../layout/sheet.ts'

const keep: Keep = { head: 8, tail: 4 }

/** A pending call by its input; open where a person is asked about it, or everything is to be shown. */
export function genericCallFace(view: GenericCallView, sheet: Sheet): Face {
  const input = sheet.expand && view.rawInput !== view.title ? printed(view.rawInput) : ''
  const content = view.content === undefined ? '' : contentText(view.content)
  return { facts: [], body: [...textRows(input, keep, sheet), ...proseRows(content, keep, sheet)] }
}

/** A finished call by what the model read. */
export function genericResultFace(view: GenericResultView, sheet: Sheet): Face {
  return { facts: [], body: proseRows(contentText(view.content ?? []), keep, sheet) }
}

function printed(input: unknown): string {
  if (typeof input === 'string') return input
  return JSON.stringify(input, null, 2) ?? ''
}
