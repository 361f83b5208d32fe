import type { ElicitRequest } from '@modelcontextprotocol/server'

/** What a client is asked: to put a form to its person, or to have them open an address. */
export type Elicitation = ElicitRequest['params']

/** A question to a client that waits for its answer. */
export class OpenQuestion {
  readonly params: Elicitation
  /** Under which it stands among what an answer asks for. */
  readonly key: string
  /** As it came, whatever it is; `undefined` where the question was taken back. */
  readonly answer: Promise<unknown>
  private resolve!: (answer: unknown) => void
  private over = false

  constructor(params: Elicitation, key: string) {
    this.params = params
    this.key = key
    this.answer = new Promise((resolve) => {
      this.resolve = resolve
    })
  }

  /** Whether no answer counts any more. */
  get isOver(): boolean {
    return this.over
  }

  /** The first time counts. */
  settle(answer: unknown): void {
    this.over = true
    this.resolve(answer)
  }
}
