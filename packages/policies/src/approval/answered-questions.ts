import type { ApprovalQuestion } from './contract.ts'

/** What a late answer must prove to belong to. */
export type Proof = Pick<ApprovalQuestion, 'hash' | 'nonce'>

/** Of questions that ended longer ago, a late answer is for nothing that is known. */
const most = 1_000

/** The questions that ended last, so that a late answer is told so. */
export class AnsweredQuestions {
  private readonly proofs = new Map<string, Proof>()

  add({ requestId, hash, nonce }: ApprovalQuestion): void {
    this.proofs.set(requestId, { hash, nonce })
    if (this.proofs.size <= most) return
    const [oldest = ''] = this.proofs.keys()
    this.proofs.delete(oldest)
  }

  get(requestId: string): Proof | undefined {
    return this.proofs.get(requestId)
  }
}
