/** Passes text on as it arrives, without cutting a character in two: half of one waits for its other half. */
export class TextPieces {
  #half = ''

  /** What can be passed on now. */
  push(text: string): string {
    const all = this.#half + text
    const last = all.charCodeAt(all.length - 1)
    const isHalf = last >= 0xd800 && last <= 0xdbff
    this.#half = isHalf ? all.slice(-1) : ''
    return (isHalf ? all.slice(0, -1) : all).toWellFormed()
  }
}
