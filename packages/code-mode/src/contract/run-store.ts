import type { UserMessage } from '@millrace/protocol'
import type { JsonValue } from '@millrace/schema'
import type { MachineImage } from './runtime.ts'

/** The run that a record is about: one call of `run_code` in one session. */
export interface RunKey {
  readonly sessionId: string
  readonly callId: string
}

/** One fact about a call of a program, in the order in which they happened. */
export type JournalEntry =
  /** The program made it. */
  | { readonly kind: 'made'; readonly id: number; readonly name: string; readonly arguments: JsonValue }
  /** It was admitted, and its body begins now: from here on it may have had effects. */
  | { readonly kind: 'started'; readonly id: number }
  /** It ended; what the program got, or would have got. */
  | { readonly kind: 'ended'; readonly id: number; readonly reply: JournalReply }

/** The reply to a call, with what belongs to the enclosing call besides. */
export interface JournalReply {
  readonly ok: boolean
  /** JSON text of the value, or the message of the failure. */
  readonly text: string
  readonly code?: string
  /** Messages that go behind the result of the enclosing call. */
  readonly contexts?: readonly UserMessage[]
  /** The call asked for the end of the turn. */
  readonly concludes?: true
  /** Pictures that it brought, as the program knows them. */
  readonly images?: readonly JournalImage[]
}

/** A picture of a result, outside the program. */
export interface JournalImage {
  /** What the program holds instead, such as `img_1`. */
  readonly handle: string
  /** Base64; empty where the picture can never be shown, and only its handle is taken. */
  readonly data: string
  readonly mimeType: string
}

/** What is kept of a run that was cut off. */
export interface StoredRun {
  readonly program: string
  readonly bindings: readonly string[]
  readonly entries: readonly JournalEntry[]
  /** The last image, where one was taken and can be read. */
  readonly image?: MachineImage
}

/** Writes what happens in one run. */
export interface RunJournal {
  /** Writes an entry; it is on its way to the disk when this returns. Throws where an earlier write failed. */
  append(entry: JournalEntry): void
  /** Waits until all entries are durable. Rejects where that failed. */
  flush(): Promise<void>
  /** Replaces the image. Rejects where that failed. */
  keep(image: MachineImage): Promise<void>
  /** The run ended: forgets it. Never rejects. */
  end(): Promise<void>
  /** Lets go without forgetting, as when the process ends. Never rejects. */
  close(): Promise<void>
}

/** Where runs are kept while they are under way: private, and never for longer than it says. */
export interface RunStore {
  /** @throws where a run of this key exists. */
  begin(key: RunKey, run: Pick<StoredRun, 'program' | 'bindings'>): Promise<RunJournal>
  /** The run, and the way to go on writing it; `undefined` where there is none, or where it expired. */
  resume(key: RunKey): Promise<{ readonly run: StoredRun; readonly journal: RunJournal } | undefined>
  /** Whether a run of this key can be resumed. Never rejects. */
  has(key: RunKey): Promise<boolean>
  /** Removes what expired. Never rejects. */
  sweep(): Promise<void>
}
