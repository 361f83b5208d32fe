import type { SessionEventMap } from '@millrace/protocol'
import type { Agent } from '@millrace/tools'
import { AnsweredQuestions } from './answered-questions.ts'
import type {
  AnswerReceipt,
  ApprovalAnswer,
  ApprovalConfig,
  ApprovalFrontEnd,
  ApprovalQuestion,
} from './contract.ts'
import { keepGrant } from './keep-grant.ts'
import { OpenQuestion, type Ending } from './open-question.ts'
import { isSameSecret } from './question-hash.ts'
import { readAnswer, readReply } from './read-reply.ts'
import { principalOf } from '../log/principal.ts'
import type { Tell, Warn } from '../log/tell.ts'
import { verdictOf, type Verdict } from './verdict.ts'

/** What listeners are told of a question, beside its hash and its reason. */
export type Subject = Pick<SessionEventMap['approval/asked'], 'callId' | 'toolName'>

/** Where questions meet front ends: all are asked at once, the first answer counts. */
export class ApprovalBoard {
  private readonly config: ApprovalConfig
  private readonly tell: Tell
  private readonly warn: Warn
  private readonly frontEnds = new Set<ApprovalFrontEnd>()
  private readonly open = new Map<string, OpenQuestion>()
  private readonly answered = new AnsweredQuestions()
  private readonly closing = new AbortController()

  constructor(config: ApprovalConfig, tell: Tell, warn: Warn) {
    this.config = config
    this.tell = tell
    this.warn = warn
  }

  get isClosed(): boolean {
    return this.closing.signal.aborted
  }

  /** Puts a question, and waits for what comes of it. Listeners hear once that it was asked and once how it ended. */
  async put(
    question: ApprovalQuestion,
    subject: Subject,
    signal: AbortSignal,
    agent: (Agent & object) | undefined,
  ): Promise<Verdict> {
    const { requestId, hash: argumentsHash, reason } = question
    const told = { requestId, ...subject, ...(reason !== undefined && { reason }), argumentsHash }
    this.tell('approval/asked', { ...told }, agent)
    let verdict: Verdict = { outcome: 'unavailable', by: 'millrace' }
    try {
      verdict = await this.verdict(question, subject, signal, agent)
    } finally {
      this.tell('approval/decided', { ...told, ...verdict }, agent)
    }
    return verdict
  }

  addFrontEnd(frontEnd: ApprovalFrontEnd): () => void {
    // Its own identity, so that one that is added twice leaves one at a time.
    const added: ApprovalFrontEnd = {
      name: frontEnd.name,
      ask: (question, signal) => frontEnd.ask(question, signal),
    }
    this.frontEnds.add(added)
    if (this.config.mode !== 'never') for (const question of this.open.values()) question.offer(added)
    return () => {
      this.frontEnds.delete(added)
      for (const question of this.open.values()) question.withdraw(added)
    }
  }

  isAttended(): boolean {
    return this.config.mode !== 'never' && this.frontEnds.size > 0
  }

  pending(): readonly ApprovalQuestion[] {
    return [...this.open.values()].flatMap(({ isOver, question }) => (isOver ? [] : [question]))
  }

  answer(answer: ApprovalAnswer): AnswerReceipt {
    const read = readAnswer(answer)
    if (read === undefined) return 'malformed'
    const open = this.open.get(read.requestId)
    const proof = open?.question ?? this.answered.get(read.requestId)
    if (proof === undefined) return 'unknown'
    const proven = [isSameSecret(read.hash, proof.hash), isSameSecret(read.nonce, proof.nonce)]
    if (proven.includes(false)) return 'forged'
    if (open === undefined || open.isOver) return 'already-decided'
    const reply = readReply(read.reply)
    if (reply === undefined) return 'malformed'
    open.end({ reply, by: read.by })
    return 'accepted'
  }

  /** Ends all questions: they are cancelled, and so is every later one. */
  close(): void {
    this.closing.abort()
    for (const question of this.open.values()) question.end({ reply: { kind: 'gone' }, by: 'shutdown' })
    this.frontEnds.clear()
  }

  private async verdict(
    question: ApprovalQuestion,
    subject: Subject,
    signal: AbortSignal,
    agent: (Agent & object) | undefined,
  ): Promise<Verdict> {
    const { mode, timeoutMs } = this.config
    const open = new OpenQuestion(question, { signal, timeoutMs, warn: this.warn })
    this.open.set(question.requestId, open)
    try {
      const ending = await open.ask(mode === 'never' ? [] : this.frontEnds)
      await this.keep(ending, subject, signal, agent)
      if (this.isClosed) return { outcome: 'cancelled', by: 'shutdown' }
      // A yes that is followed by the end of the call is none.
      return signal.aborted ? { outcome: 'cancelled', by: 'caller' } : verdictOf(ending, timeoutMs)
    } finally {
      this.open.delete(question.requestId)
      this.answered.add(question)
    }
  }

  /** Keeps a wider answer, unless the call is given up meanwhile. */
  private async keep(
    { reply, by }: Ending,
    made: Subject,
    signal: AbortSignal,
    agent: (Agent & object) | undefined,
  ): Promise<void> {
    if (reply.kind !== 'session' && reply.kind !== 'always') return
    const { rules, kind: lasts } = reply
    const file = reply.kind === 'always' ? reply.file : undefined
    const { callId, toolName } = made
    const principal = principalOf(agent)
    const stops = [signal, this.closing.signal]
    // In turn, as two that write the same file at a time could lose one.
    for (const rule of rules) {
      const grant = {
        rule,
        lasts,
        by,
        ...(file !== undefined && { file }),
        for: { callId, toolName },
        ...(principal !== undefined && { principal }),
      }
      await keepGrant([grant, agent], this.config.remember, stops, this.warn)
      if (stops.some(({ aborted }) => aborted)) return
    }
  }
}
