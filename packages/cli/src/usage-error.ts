/** Something about the command line that its writer can mend; ends the command with exit status 2. */
export class UsageError extends Error {
  /** Stable identifier, for machine output. */
  readonly code: string
  /** What to do instead, one line each. */
  readonly hints: readonly string[]

  constructor(message: string, hints: readonly string[] = [], code = 'USAGE') {
    super(message)
    this.name = 'UsageError'
    this.code = code
    this.hints = hints
  }
}
