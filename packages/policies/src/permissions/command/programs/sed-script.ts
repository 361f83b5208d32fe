// What sed itself can do with a line, without another file, another program or a text that reaches to the line's end.
const simple = new Set('=dDgGhHnNpPxlzF{}'.split(''))

const bracket = /\[\^?\]?(?:\[[:.=][^\]]*\]|[^\]])*\]/y

/** Whether a sed script only changes and prints lines: nothing is run (`e`), read (`r`) or written (`w`). */
export function isPlainSedScript(script: string): boolean {
  // Brackets are looked at more than once.
  if (script.length > 4096) return false
  const reader = new SedScript(script)
  while (reader.more()) if (!reader.command()) return false
  return true
}

class SedScript {
  private readonly text: string
  private at = 0

  constructor(text: string) {
    this.text = text
  }

  more(): boolean {
    this.skip(/[\s;]*/y)
    return this.at < this.text.length
  }

  command(): boolean {
    if (!this.address()) return false
    this.skip(/[ \t]*!?[ \t]*/y)
    const command = this.text[this.at]
    this.at += 1
    if (command === undefined) return false
    if (command === 's') return this.delimited(2) && this.skip(/[gpiImM0-9]*/y) && this.ends()
    if (command === 'y') return this.delimited(2) && this.ends()
    if (command === 'q' || command === 'Q') return this.skip(/[ \t]*\d*/y) && this.ends()
    if ('btT:'.includes(command)) return this.skip(/[ \t]*[A-Za-z0-9_]*/y) && this.ends()
    if (command === '{') return true
    return simple.has(command) && this.ends()
  }

  private address(): boolean {
    if (!this.oneAddress()) return false
    this.skip(/[ \t]*/y)
    if (this.text[this.at] !== ',') return true
    this.at += 1
    this.skip(/[ \t]*[+~]?/y)
    return this.oneAddress()
  }

  private oneAddress(): boolean {
    const first = this.text[this.at]
    if (first === '/') return this.delimited(1) && this.skip(/[IM]*/y)
    if (first === '\\') return false
    return this.skip(/(?:\d+(?:~\d+)?|\$)?/y)
  }

  /** `count` parts that the character here delimits; `[` before it leaves open whether it does. */
  private delimited(count: number): boolean {
    const mark = this.text[this.at]
    if (mark === undefined || mark > '~' || /[\s\\\w[\]]/.test(mark)) return false
    this.at += 1
    for (let left = count; left > 0; left -= 1) if (!this.part(mark)) return false
    return true
  }

  private part(mark: string): boolean {
    for (; this.at < this.text.length; this.at += 1) {
      const character = this.text[this.at]
      if (character === mark) {
        this.at += 1
        return true
      }
      if (character === '\\') this.at += 1
      else if (character === '[' && this.bracketHolds(mark)) return false
    }
    return false
  }

  /** Whether a bracket expression begins here that, read in any way, may hold the mark. */
  private bracketHolds(mark: string): boolean {
    bracket.lastIndex = this.at
    const found = bracket.exec(this.text)
    return found === null ? this.text.includes(mark, this.at) : found[0].includes(mark)
  }

  private ends(): boolean {
    this.skip(/[ \t]*/y)
    return this.at >= this.text.length || /[;\n}]/.test(this.text.charAt(this.at))
  }

  private skip(sticky: RegExp): boolean {
    sticky.lastIndex = this.at
    if (sticky.test(this.text)) this.at = sticky.lastIndex
    return true
  }
}
