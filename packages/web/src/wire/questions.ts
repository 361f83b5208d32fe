import type { Card } from '@millrace/cards'

/** A question that waits for somebody's answer: may this run? */
export interface AskedQuestion {
  readonly requestId: string
  /** Both go back with the answer, which counts for nothing else. */
  readonly hash: string
  readonly nonce: string
  readonly kind: 'call' | 'host' | 'step'
  /** The session that it is of, where it is of one. */
  readonly session?: string
  readonly callId?: string
  /** Where it would run, absolute. */
  readonly cwd: string
  /** The call with the arguments that will run and without their secrets, and with what it would change where that is known. */
  readonly card: Card
  /** All arguments as JSON text, where the card is drawn by a tool that may leave out what matters. */
  readonly details?: string
  readonly reason?: string
  /** The rule that made it a question, where one did. */
  readonly rule?: { readonly rule: string; readonly source: string }
  /** What a person should not overlook. */
  readonly notes: readonly string[]
  /** What wider answers would keep; absent where only this once can be allowed. */
  readonly offer?: RuleOffer
  /** Milliseconds since the epoch. */
  readonly askedAt: number
  /** The program or sub-agent that asks, in a few words. */
  readonly onBehalfOf?: string
}

/** What an answer for longer than this once would keep. */
export interface RuleOffer {
  /** Sets of one to four rules, each of which allows the call; the narrowest first. */
  readonly suggested: readonly (readonly string[])[]
  /** Settings files that a rule can be saved in, the usual one first; empty where none can be written. */
  readonly files: readonly { readonly path: string; readonly label: string }[]
  /** Whether other rules than the suggested ones can be kept. */
  readonly isEditable: boolean
}

/** What a person answers. */
export type QuestionReply =
  | { readonly kind: 'once' }
  | { readonly kind: 'session'; readonly rules: readonly string[] }
  | { readonly kind: 'always'; readonly rules: readonly string[]; readonly file?: string }
  | { readonly kind: 'deny'; readonly message?: string }

/** `POST /api/questions/:requestId/answer`. */
export interface AnswerQuestion {
  readonly hash: string
  readonly nonce: string
  readonly reply: QuestionReply
}

/** What became of an answer: only the first one of a question counts. */
export interface AnswerOutcome {
  readonly receipt: 'accepted' | 'already-decided' | 'unknown' | 'forged' | 'malformed'
  /** Who decided it before, where that is known. */
  readonly decided?: DecidedQuestion
}

/** How a question ended. */
export interface DecidedQuestion {
  readonly requestId: string
  readonly outcome: 'allowed-once' | 'rejected' | 'cancelled' | 'unavailable'
  readonly by: string
  readonly message?: string
}

/** `POST /api/questions/:requestId/try`: what rules would do, were they kept. */
export interface TryRules {
  readonly rules: readonly string[]
}

/** What they would do. */
export interface RuleTrial {
  /** Why they are not worth keeping: one is no rule, or the call would be asked about all the same. */
  readonly problem?: string
  /** Other calls of this session that would have been allowed, too: `bash git push origin main`. */
  readonly alsoAllows: readonly string[]
}

/** Questions of a tool or a server to the person. */
export interface AskedForm {
  readonly formId: string
  readonly session?: string
  readonly callId: string
  readonly questions: readonly FormQuestion[]
  readonly askedAt: number
}

/** One of them. The person may always answer in words of their own, too. */
export interface FormQuestion {
  readonly question: string
  readonly header?: string
  readonly options: readonly { readonly label: string; readonly description?: string }[]
  readonly multiple: boolean
  /** Labels of what is chosen at first. */
  readonly byDefault: readonly string[]
}

/** `POST /api/forms/:formId/answer`: in the order of the questions, or closed without an answer. */
export type AnswerForm =
  | {
      readonly kind: 'answered'
      readonly answers: readonly { readonly chosen: readonly string[]; readonly text?: string }[]
    }
  | { readonly kind: 'dismissed' }

/** What became of it. */
export interface FormOutcome {
  readonly receipt: 'accepted' | 'already-decided' | 'malformed'
}

/** What the stream of the desk, `GET /api/desk`, sends by the name of the server-sent event. */
export interface DeskStreamEvents {
  /** All that waits, at first and whenever that changes. */
  readonly waiting: { readonly questions: readonly AskedQuestion[]; readonly forms: readonly AskedForm[] }
  readonly decided: DecidedQuestion
  /** Something that a page shows has changed, and is to be asked for again. */
  readonly changed: { readonly what: 'sessions' | 'tools' | 'servers' | 'rules' | 'about' }
  /** Something that a person should know, such as that a rule could not be saved. */
  readonly warning: { readonly message: string }
}
