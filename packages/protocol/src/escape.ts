/**
 * Code points that can change how text looks without being seen: control and format characters, bidirectional
 * marks, zero-width and tag characters, variation selectors, line separators, lone surrogates.
 */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu

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
