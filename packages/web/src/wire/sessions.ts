import type { Totals, TurnEndReason } from '@millrace/protocol'

/** A session in the list. */
export interface SessionEntry {
  readonly id: string
  /** The person's first words; empty before them. */
  readonly title: string
  /** The folder that it worked in, absolute. */
  readonly cwd: string
  /** The same as people write it: `~/demo`. */
  readonly folder: string
  /** Whether it is the folder of this server. */
  readonly isOwn: boolean
  readonly startedAt: number
  readonly lastAt: number
  /** Whether a process that lives writes to it. */
  readonly isLive: boolean
  /** Questions of it that wait for an answer in this process. */
  readonly waiting: number
  readonly ended?: TurnEndReason
  readonly totals?: Totals
}

/** A session whose log cannot be read. */
export interface DamagedSession {
  readonly id: string
  readonly folder: string
  readonly problem: string
}

/** `GET /api/sessions`: the latest first. */
export interface SessionList {
  readonly sessions: readonly SessionEntry[]
  readonly damaged: readonly DamagedSession[]
}

/** `GET /api/sessions/found?words=`: where words occur, the latest session first. */
export interface FoundInSessions {
  readonly hits: readonly {
    readonly id: string
    readonly seq: number
    readonly title: string
    readonly excerpt: string
  }[]
  /** More were found than are listed. */
  readonly more: boolean
}

/** `POST /api/sessions`: a new session begins with these words. */
export interface StartSession {
  readonly prompt: string
}

/** Where something new can be watched. */
export interface StartedSession {
  readonly id: string
}

/** `POST /api/sessions/:id/messages`. */
export interface SendMessage {
  readonly text: string
}

/** Whether the words began a turn, or were added to the one that runs. */
export interface MessageReceipt {
  readonly kind: 'started' | 'steered' | 'queued'
}

/** `GET /api/sessions/:id/calls/:callId/value`: the canonical value of a call, which no log records. */
export type CallValue =
  | { readonly kind: 'value'; readonly value: unknown }
  /** It is too large to be shown; this is its start as text. */
  | { readonly kind: 'cut'; readonly text: string; readonly bytes: number }
  /** The call did not succeed, ran before this server, or is one of too many since. */
  | { readonly kind: 'not-recorded' }

/** `GET /api/about`: what this server works with. */
export interface About {
  readonly version: string
  /** Absolute. */
  readonly folder: string
  /** As people write it. */
  readonly folderName: string
  /** `provider/id` of the model that new sessions ask; absent where there is none. */
  readonly model?: string
  /** Why there is none, and what to do about it. */
  readonly modelProblem?: WireModelProblem
  /** What a new session is about to do by itself: the session of `--demo`, once it began. */
  readonly demo?: { readonly session?: string; readonly prompt: string }
  readonly mode: PermissionModeName
  readonly modes: readonly PermissionModeName[]
  /** What does not keep commands in, for a banner; absent where all is well. */
  readonly sandboxBanner?: string
}

/** What people have to do so that there is a model. */
export interface WireModelProblem {
  readonly message: string
  readonly hints: readonly string[]
}

/** What happens where no rule decides. */
export type PermissionModeName = 'default' | 'accept-edits' | 'plan' | 'bypass'
