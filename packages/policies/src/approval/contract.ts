import type { CallId } from '@millrace/protocol'
import type { Agent, ToolApprovalService, ToolExecution } from '@millrace/tools'

/** One to four rules that allow what is asked about together. */
export type SuggestedRules = readonly string[]

/** What a front end is asked. */
export type ApprovalQuestion = CallQuestion | HostQuestion | StepQuestion

interface QuestionBase {
  /** Unique. An answer names it, its hash and its nonce, so that it counts for no other. */
  readonly requestId: string
  readonly nonce: string
  /** SHA-256 of what is asked about, in hex. */
  readonly hash: string
  readonly reason?: string
  /** What a wider answer may save, narrowest first; empty where only this once can be allowed. */
  readonly suggestions: readonly SuggestedRules[]
}

/** May this call run? */
export interface CallQuestion extends QuestionBase {
  readonly kind: 'call'
  readonly callId: CallId
  readonly toolName: string
  /** The call, with the frozen arguments that will run; secrets of it are the front end's to redact. */
  readonly execution: Readonly<ToolExecution>
}

/** May a command reach this host? Asked while it runs. */
export interface HostQuestion extends QuestionBase {
  readonly kind: 'host'
  readonly host: string
  readonly port: number
}

/** May an agent ask its model again? Something that watches over its steps wants to know. */
export interface StepQuestion extends QuestionBase {
  readonly kind: 'step'
  /** Names the step in events; no call has this id. */
  readonly callId: CallId
}

/** What a front end answers; a wider answer keeps one to four rules. */
export type ApprovalReply =
  | { readonly kind: 'once' }
  | { readonly kind: 'session'; readonly rules: SuggestedRules }
  | { readonly kind: 'always'; readonly rules: SuggestedRules; readonly file?: string }
  | { readonly kind: 'deny'; readonly message?: string }
  /** Gives the whole call up. */
  | { readonly kind: 'cancel' }

/** Who answered, told to the front ends that did not. */
export interface AnsweredElsewhere {
  readonly by: string
  readonly reply: ApprovalReply | { readonly kind: 'timeout' | 'gone' }
}

/** Someone who can answer: a terminal, a page, an editor. */
export interface ApprovalFrontEnd {
  /** For the audit trail and the other front ends: `terminal`, `web`, `--approve-all`. */
  readonly name: string
  /**
   * Puts the question to the person.
   * @param signal - aborts when the answer is not wanted any more; its reason is an `AnsweredElsewhere` where somebody
   *   else answered.
   * @returns `undefined` where it cannot ask after all.
   */
  ask(question: ApprovalQuestion, signal: AbortSignal): Promise<ApprovalReply | undefined>
}

/** An answer that comes from afar, such as by a request of a page. */
export interface ApprovalAnswer {
  readonly requestId: string
  readonly hash: string
  readonly nonce: string
  readonly reply: ApprovalReply
  readonly by: string
}

/**
 * What became of an answer: it counted, came too late, was for nothing that is asked, was not proven to belong to the
 * question, or is no answer at all.
 */
export type AnswerReceipt = 'accepted' | 'already-decided' | 'unknown' | 'forged' | 'malformed'

/** Whether commands may reach a host, and the words of whoever refused it. */
export interface HostAnswer {
  readonly allowed: boolean
  readonly message?: string
}

/** The approval service of this package: `ctx.approval`. */
export interface Approvals extends ToolApprovalService {
  approved(execution: Readonly<ToolExecution>): boolean
  approvedBy(execution: Readonly<ToolExecution>): string | undefined
  /** Adds somebody who can answer; returns the undo. All are asked at once, the first answer wins. */
  addFrontEnd(frontEnd: ApprovalFrontEnd): () => void
  /** Whether somebody could be asked now. */
  isAttended(): boolean
  /** Asks whether commands may reach a host, each time anew. False where nobody says yes. */
  requestHost(request: { host: string; port: number; signal: AbortSignal }): Promise<HostAnswer>
  /** What waits for an answer. */
  pending(): readonly ApprovalQuestion[]
  /** Answers a question from afar; only the first answer of the right hash and nonce counts. */
  answer(answer: ApprovalAnswer): AnswerReceipt
}

/** What approvals need; the host wires it, so that no policy knows another. */
export interface ApprovalConfig {
  /** `never` denies whatever is asked. */
  readonly mode?: 'ask' | 'never'
  /** What a wider answer may save, narrowest first. */
  readonly suggest?: (execution: Readonly<ToolExecution>) => readonly SuggestedRules[]
  /** Rules each of which would let commands reach a host. */
  readonly suggestHost?: (host: string, port: number) => readonly string[]
  /**
   * Keeps a wider answer, one rule after the other. What it throws is told to the person as a warning; the call itself
   * still runs, once.
   * @param agent - whose call it was given for; a host that commands reach is asked about for nobody.
   * @returns when it is kept.
   */
  readonly remember?: (
    grant: {
      rule: string
      lasts: 'session' | 'always'
      by: string
      file?: string
      for?: { callId: CallId; toolName: string }
      principal?: string
    },
    agent?: Agent,
  ) => void | Promise<void>
  /** Milliseconds after which nobody having answered counts as a denial; without it there is no such time. */
  readonly timeoutMs?: number
}
