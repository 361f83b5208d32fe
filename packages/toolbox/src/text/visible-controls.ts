import { escapeVisible } from '@millrace/protocol'

/** Controls, marks that turn lines around, and tags that nobody sees; not the joiners that emoji and scripts need. */
const hidden = /(?![\t\n\r])[\p{Cc}\p{Bidi_Control}\u{e0000}-\u{e007f}]/gu

/**
 * Text from outside as a model reads it: what acts on a display, turns text around or hides it is written out, as in
 * `\u{1b}` and `\u{202e}`. Line ends and tabs stay.
 */
export function visibleControls(text: string): string {
  return text.replace(hidden, (found) => escapeVisible(found))
}
