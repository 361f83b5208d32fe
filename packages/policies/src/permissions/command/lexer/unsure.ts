/** Thrown where the text cannot be read with certainty; it never leaves `readCommand`. */
export class Unsure extends Error {
  /** Where in the command, in UTF-16 units. */
  readonly at: number

  constructor(reason: string, at: number) {
    super(reason)
    this.at = at
  }
}
