/** Bytes that several takers share; what was taken comes back only when it is given back. */
export class Quota {
  private left: number

  /** @param bytes - how many there are. */
  constructor(bytes: number) {
    this.left = bytes
  }

  /** Takes as many bytes as there are, at most so many. */
  take(bytes: number): number {
    const taken = Math.min(bytes, this.left)
    this.left -= taken
    return taken
  }

  /** Gives back bytes that were taken. */
  giveBack(bytes: number): void {
    this.left += bytes
  }
}
