/** The person pressed Ctrl+C at a question, before anything was begun; ends the command with exit status 130. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError'

  constructor() {
    super('interrupted')
  }
}
