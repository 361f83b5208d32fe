import type { PressedKey } from '../ask/prompt-input.ts'

/** Of what is longer, somebody pasted by mistake. In UTF-16 units. */
const longest = 10_000

/** The words that somebody types while a turn runs. */
export class TypedWords {
  private line = ''

  /** What stands there. */
  get text(): string {
    return this.line
  }

  /** Takes a key. @returns the line that Enter ended, which is not empty. */
  take({ text, key: { name = '', ctrl = false } }: Pick<PressedKey, 'text' | 'key'>): string | undefined {
    if (name === 'return' || name === 'enter') return this.ended()
    if (name === 'backspace') this.line = this.line.replace(/\P{M}\p{M}*$/u, '')
    else if (ctrl && name === 'u') this.line = ''
    else if (ctrl && name === 'w') this.line = this.line.replace(/\S*\s*$/, '')
    else if (!ctrl && text !== undefined && /^[^\p{Cc}\p{Cs}]+$/u.test(text) && this.line.length < longest)
      this.line += text
    return undefined
  }

  private ended(): string | undefined {
    const line = this.line.trim()
    this.line = ''
    return line === '' ? undefined : line
  }
}
