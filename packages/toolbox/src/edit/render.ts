import { escapeVisible, text, type ContentBlock } from '@millrace/protocol'
import { changedPlaces } from '../change/changed-places.ts'
import type { EditValue } from './value.ts'

/** What the model reads: whether the file changed, and where. */
export function renderEdit(value: EditValue): ContentBlock[] {
  const path = escapeVisible(value.path)
  if (!value.changed) {
    return [text(`${path} is unchanged: all edits leave it as it is, and it was not written`)]
  }
  const places = value.replacements.reduce((sum, count) => sum + count, 0)
  const replaced = `${places} ${places === 1 ? 'replacement' : 'replacements'}`
  return [
    text(`edited ${path}: ${replaced}, +${value.added} -${value.removed} lines; ${changedPlaces(value)}`),
  ]
}
