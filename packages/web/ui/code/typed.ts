/**
 * Changes the text of a field as if somebody had typed it, so that it can be undone like everything else.
 * @param selectFrom - with `selectTo`, what is selected afterwards.
 */
export function typed(
  area: HTMLTextAreaElement,
  change: { readonly from: number; readonly to: number; readonly insert: string },
  selectFrom: number,
  selectTo: number = selectFrom,
): void {
  area.focus()
  area.setSelectionRange(change.from, change.to)
  if (!insertedByCommand(change.insert)) {
    area.setRangeText(change.insert, change.from, change.to, 'end')
    area.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }
  area.setSelectionRange(selectFrom, selectTo)
}

/** The one way to change a field that its history of changes hears of; browsers keep it for that. */
function insertedByCommand(text: string): boolean {
  const page: { execCommand?(name: string, withInterface: boolean, value: string): boolean } = document
  return page.execCommand?.(text === '' ? 'delete' : 'insertText', false, text) === true
}
