/**
 * Code points that can change how text looks without being seen: control characters, bidirectional marks,
 * zero-width and tag characters, variation selectors, line separators, lone surrogates.
 */
const invisible =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class
  /[\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]|\p{Surrogate}/gu

/** What `escapeVisible` may leave as it is. */
export interface EscapeOptions {
  /** Keep line feeds and tabs, for text that is shown in lines. */
  readonly lines?: boolean
}

/**
 * Text from an untrusted source, made safe to show: everything that a terminal or a page would act on or hide
 * is written out as `\n`, `\t`, `\r` or `\u{202e}`. Every display goes through this one function.
 */
export function escapeVisible(value: string, options: EscapeOptions = {}): string {
  return value.replace(invisible, (found) => {
    if (found === '\n') return options.lines ? '\n' : '\\n'
    if (found === '\t') return options.lines ? '\t' : '\\t'
    if (found === '\r') return '\\r'
    return `\\u{${found.codePointAt(0)!.toString(16)}}`
  })
}
