import type { Presenters } from '@millrace/cards'
import type { SessionEvent, SessionHeader } from '@millrace/protocol'
import type {
  AnswerForm,
  AnswerOutcome,
  AnswerQuestion,
  FormOutcome,
  AskedForm,
  AskedQuestion,
  DecidedQuestion,
  DeskStreamEvents,
  RuleTrial,
} from '../wire/questions.ts'
import type {
  About,
  CallValue,
  FoundInSessions,
  MessageReceipt,
  PermissionModeName,
  SessionList,
} from '../wire/sessions.ts'
import type {
  ProgramSdk,
  ReplayedRules,
  ReplayRules,
  RulesReport,
  ServerEntry,
  TestedCall,
  ToolEntry,
} from '../wire/catalogue.ts'
import type { SessionActivity } from '../wire/frame.ts'

/** The log of one session, open for viewers. */
export interface SessionSource {
  readonly header: SessionHeader
  readonly presenters: Presenters
  activity(): SessionActivity
  /**
   * What stands in the log now behind an event, in pages; nothing is held of those that were given.
   * @param after - the sequence number of the last event that is known; -1 for all.
   */
  pages(after: number, signal: AbortSignal): AsyncIterable<readonly SessionEvent[]>
  /** The last events of the log within so many bytes; the whole log where it is no longer than that. */
  tail(mostBytes: number): Promise<{ readonly events: readonly SessionEvent[]; readonly isWhole: boolean }>
  /** Hears of each event from now on in order, right after it was appended, and of changes of the activity. @returns its undo. */
  watch(listener: SessionListener): () => void
  /** Nobody looks any more. Idempotent. */
  close(): void
}

/** Hears what happens in a session. None of it may throw. */
export interface SessionListener {
  event(event: SessionEvent): void
  activity(activity: SessionActivity): void
  /** Nothing further can be told: why the log cannot be followed. Told once. */
  gone(error: unknown): void
}

/** The sessions of this machine, and the agents of this process. */
export interface SessionsHost {
  list(): Promise<SessionList>
  search(words: string, signal: AbortSignal): Promise<FoundInSessions>
  /** @throws HarnessError `SESSION_NOT_FOUND` and what else keeps a log from being read. */
  open(id: string): Promise<SessionSource>
  /** A new session begins with these words. @returns its id, once its log is there. */
  start(prompt: string): Promise<string>
  /** Words for a session: for the turn that runs, or for a new one. */
  send(id: string, text: string): Promise<MessageReceipt>
  /** Goes on with a turn that was cut off. */
  goOn(id: string): Promise<void>
  /** Interrupts the turn that runs here, if one does. */
  interrupt(id: string): Promise<void>
  value(id: string, callId: string): Promise<CallValue>
}

/** What waits for the person. */
export interface DeskHost {
  questions(): readonly AskedQuestion[]
  forms(): readonly AskedForm[]
  /** Hears of all that the stream of the desk tells. @returns its undo. */
  watch(listener: DeskListener): () => void
  answer(requestId: string, answer: AnswerQuestion): AnswerOutcome
  try(requestId: string, rules: readonly string[]): Promise<RuleTrial | undefined>
  answerForm(formId: string, answer: AnswerForm): FormOutcome
  /** A page is open. @returns what says that it was closed. */
  attend(): () => void
}

/** Hears of all that the stream of the desk tells. */
export interface DeskListener {
  /** Questions or forms came or went. */
  waiting(): void
  decided(decided: DecidedQuestion): void
  changed(what: DeskStreamEvents['changed']['what']): void
  warning(message: string): void
}

/** Tools, servers and rules. What cannot be done throws a HarnessError, which the page shows. */
export interface CatalogueHost {
  tools(): Promise<readonly ToolEntry[]>
  /** @returns the session of the call. @throws HarnessError where the arguments are no JSON or the tool is not known. */
  call(tool: string, argumentsText: string): Promise<string>
  /** @returns the session of the program. */
  program(code: string): Promise<string>
  sdk(): Promise<ProgramSdk>
  servers(): Promise<readonly ServerEntry[]>
  restartServer(name: string): Promise<void>
  rules(): Promise<RulesReport>
  /** Takes back what was allowed beyond single calls. */
  revokeGrant(id: string): Promise<void>
  testRules(call: string): Promise<TestedCall>
  replayRules(request: ReplayRules): Promise<ReplayedRules>
  setMode(mode: PermissionModeName): Promise<void>
}

/** What the pages of a server show and do. Failures are `HarnessError`s; anything else is an internal error. */
export interface WebHost {
  about(): Promise<About>
  readonly sessions: SessionsHost
  readonly desk: DeskHost
  readonly catalogue: CatalogueHost
}
