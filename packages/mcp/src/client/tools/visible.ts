import { escapeVisible } from '@millrace/protocol'

/** Text of a server for a model, with everything written out that would be read and not seen. */
export function visible(text: string): string {
  return escapeVisible(text, { lines: true })
}

/** Whether a text has anything in it that would be read and not seen. */
export const hidesSomething = (text: string): boolean => visible(text) !== text
