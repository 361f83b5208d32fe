import type { ApprovalForm } from './approval-form.ts'
import type { ServedReply } from './contract.ts'

/** A question to a client that waits for its answer. */
export class OpenQuestion {
  readonly form: ApprovalForm
  /** `undefined` where it was taken back, or cannot be asked after all. */
  readonly reply: Promise<ServedReply | undefined>
  private resolve!: (reply: ServedReply | undefined) => void
  private over = false

  constructor(form: ApprovalForm) {
    this.form = form
    this.reply = new Promise((resolve) => {
      this.resolve = resolve
    })
  }

  /** Whether no answer counts any more. */
  get isOver(): boolean {
    return this.over
  }

  /** The first time counts. */
  settle(reply: ServedReply | undefined): void {
    this.over = true
    this.resolve(reply)
  }
}
