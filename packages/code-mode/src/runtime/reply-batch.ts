import type { GuestReply } from '../contract/runtime.ts'

/** Replies that go to a program together, as the text that its machine takes. */
export class ReplyBatch {
  private heads = ''
  private texts = ''

  get isEmpty(): boolean {
    return this.heads === ''
  }

  add(id: number, reply: GuestReply): void {
    const text = reply.ok ? reply.value : JSON.stringify({ message: reply.message, code: reply.code })
    this.texts += this.isEmpty ? text : `,${text}`
    this.heads += `,${id},${reply.ok ? 1 : 0},${text.length}`
  }

  /** What was added since; such texts can be put one behind the other. Empty where there is nothing. */
  take(): string {
    const { heads, texts } = this
    this.heads = ''
    this.texts = ''
    return heads === '' ? '' : `[${texts.length + 2}${heads}]\n[${texts}]`
  }
}
