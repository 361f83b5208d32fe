/** Whether a key belongs to the composing of characters, as of Japanese ones; some browsers tell so by the code 229 alone. */
export function isComposing(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229
}
