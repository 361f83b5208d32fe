import { cutEnd } from '../../text/cut.ts'

/** How many characters may still be written, over all that write. */
export class Budget {
  private left: number
  private wasExceeded = false

  constructor(characters: number) {
    this.left = characters
  }

  /** Whether something had to be left out. */
  get isExceeded(): boolean {
    return this.wasExceeded
  }

  /** Gives back what was written and is gone. */
  refund(characters: number): void {
    this.left += characters
  }

  /** As much of the text as may be written. */
  spend(text: string): string {
    if (text.length > this.left) this.wasExceeded = true
    const part = cutEnd(text, this.left)
    this.left -= part.length
    return part
  }
}
