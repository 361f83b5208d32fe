/** The text of an element for code while it is being read, and how it is quoted in the end. */
export class CodeText {
  private readonly isBlock: boolean
  private language: string
  private parts: string[] = []
  private length = 0
  private readonly most: number

  /**
   * @param isBlock - keeps white space and stands in lines of its own.
   * @param language - what is written behind the opening fence.
   * @param most - characters that are kept.
   */
  constructor(isBlock: boolean, language: string, most: number) {
    this.isBlock = isBlock
    this.language = language
    this.most = most
  }

  /** Names the language, unless it is known already. */
  name(language: string): void {
    if (this.language === '') this.language = language
  }

  /** Adds text as it stands. */
  text(text: string): void {
    if (this.length > this.most) return
    this.parts.push(text)
    this.length += text.length
  }

  /** Begins another line, unless one has just begun. */
  line(): void {
    const last = this.parts.at(-1)
    if (last !== undefined && !last.endsWith('\n')) this.text('\n')
  }

  /** Words for within a line, or lines for a block; empty where there is nothing to quote. */
  quoted(): { readonly inline: string } | { readonly block: string } | undefined {
    const whole = this.parts.join('').replaceAll(/\r\n?/g, '\n')
    if (whole.trim() === '') return undefined
    if (!this.isBlock && !/\S\s*\n\s*\S/.test(whole)) return { inline: inlineCode(whole) }
    const lines = whole.replace(/^\n/, '').trimEnd()
    const fence = '`'.repeat(Math.max(3, longestRun(lines) + 1))
    return { block: `${fence}${this.language}\n${lines}\n${fence}` }
  }
}

function inlineCode(text: string): string {
  const words = text.replaceAll(/\s+/g, ' ').trim()
  const fence = '`'.repeat(longestRun(words) + 1)
  const space = words.startsWith('`') || words.endsWith('`') ? ' ' : ''
  return `${fence}${space}${words}${space}${fence}`
}

function longestRun(text: string): number {
  let longest = 0
  let run = 0
  for (let at = text.indexOf('`'); at !== -1; at = text.indexOf('`', at + 1)) {
    run = text[at - 1] === '`' ? run + 1 : 1
    longest = Math.max(longest, run)
  }
  return longest
}

/** The language that a class names, as in `language-ts`; empty without one. */
export function languageOfClass(names: string | undefined): string {
  return /(?:^|\s)(?:language|lang|highlight-source)-([\w+#.-]{1,20})(?:\s|$)/.exec(names ?? '')?.[1] ?? ''
}
