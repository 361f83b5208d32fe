import type { SessionAgent } from '@millrace/agent'
import type { Card, Presenters } from '@millrace/cards'
import type { SessionEvent } from '@millrace/protocol'

/** A variable or header that an editor gives a server. */
export interface NamedValue {
  readonly name: string
  readonly value: string
}

/** An MCP server that the editor configured for one session. */
export type EditorMcpServer =
  | {
      readonly type: 'stdio'
      readonly name: string
      readonly command: string
      readonly args: readonly string[]
      readonly env: readonly NamedValue[]
    }
  | {
      readonly type: 'http' | 'sse'
      readonly name: string
      readonly url: string
      readonly headers: readonly NamedValue[]
    }

/** What an agent may do without a question, as the editor shows it. */
export interface SessionMode {
  readonly id: string
  readonly name: string
  readonly description: string
}

/** The modes of a session, and the one that counts. */
export interface SessionModes {
  readonly current: string
  readonly available: readonly SessionMode[]
}

/** Which session an editor wants. */
export interface SessionRequest {
  /** The folder that its agent works in, absolute. */
  readonly cwd: string
  /** The id of one that goes on; a new one without it. */
  readonly id?: string
  readonly mcpServers: readonly EditorMcpServer[]
}

/** The whole text of a file before and after a change; `null` before for a new one. */
export interface WholeDiff {
  /** Absolute. */
  readonly path: string
  readonly oldText: string | null
  readonly newText: string
}

/** One answer that an editor can choose. */
export interface PermissionChoice {
  readonly id: string
  readonly kind: 'allow_once' | 'allow_always' | 'reject_once' | 'reject_always'
  /** All that the answer means, such as the rule that it keeps. */
  readonly name: string
}

/** May this run? */
export interface PermissionQuestion {
  /** What is asked about, with the arguments that will run and without their secrets. */
  readonly card: Card
  /** Whether the card is of a call that the editor knows; of anything else it is told now. */
  readonly isCall: boolean
  readonly reason?: string
  /** What else there is to know before an answer. */
  readonly notes: readonly string[]
  /** All arguments as text, where the card is drawn by a tool that may leave out what matters. */
  readonly details?: string
  /** What would change, where that is known. */
  readonly diffs: readonly WholeDiff[]
  readonly choices: readonly PermissionChoice[]
}

/** A command for a terminal of the editor. */
export interface TerminalCommand {
  readonly command: string
  readonly args: readonly string[]
  /** Absolute. */
  readonly cwd: string
  readonly env: readonly NamedValue[]
  /** Bytes of output that the editor keeps; the last ones. */
  readonly outputBytes: number
  /** The call that it runs for, which then shows the terminal. */
  readonly callId?: string
}

/** What a terminal of the editor shows now. */
export interface TerminalOutput {
  readonly output: string
  /** Whether its start is gone. */
  readonly truncated: boolean
}

/** How a command in a terminal of the editor ended; both are `null` where the editor does not know. */
export interface TerminalExit {
  readonly exitCode: number | null
  readonly signal: string | null
}

/** A terminal of the editor. What the editor does not answer rejects with an `AcpError`. */
export interface EditorTerminal {
  output(): Promise<TerminalOutput>
  exit(): Promise<TerminalExit>
  kill(): Promise<void>
  /** Lets go of it; the editor goes on to show what was printed. */
  release(): Promise<void>
}

/** Something that can be chosen. */
export interface FormOption {
  readonly value: string
  readonly description?: string
}

/** One question of a form: a choice where there are options, else a text. */
export interface FormField {
  readonly id: string
  readonly title: string
  readonly description?: string
  readonly options?: readonly FormOption[]
  /** Whether several of them may be chosen. */
  readonly multiple?: boolean
}

/** Questions of a tool for the person. */
export interface EditorForm {
  readonly message: string
  /** The call that wants to know. */
  readonly callId: string
  readonly fields: readonly FormField[]
}

/** What a session can have of the editor. What the editor refuses rejects with an `AcpError`. */
export interface Editor {
  /** Present where the editor gives the text of files, unsaved changes with it. */
  readonly readTextFile?: (path: string, signal?: AbortSignal) => Promise<string>
  /** Present where the editor takes text for files. */
  readonly writeTextFile?: (path: string, text: string, signal?: AbortSignal) => Promise<void>
  /** Present where the editor runs commands in terminals of its own. */
  readonly startTerminal?: (command: TerminalCommand) => Promise<EditorTerminal>
  /**
   * Present where the editor puts forms to the person. What the person left out is missing; nothing else is known of the values.
   * @returns `dismissed` where the person did not want to answer; `undefined` for any answer that is none.
   */
  readonly askForm?: (
    form: EditorForm,
    signal: AbortSignal,
  ) => Promise<Readonly<Record<string, unknown>> | 'dismissed' | undefined>
  /**
   * Asks the person whether something may run.
   * @returns the id of the choice; `undefined` for any other answer, and where the signal aborts, which are all no.
   */
  askPermission(question: PermissionQuestion, signal: AbortSignal): Promise<string | undefined>
}

/** A session that is open, with its agent. */
export interface HostSession {
  readonly agent: Pick<SessionAgent, 'id' | 'cwd' | 'send' | 'goOn' | 'interrupted'>
  readonly presenters: Presenters
  /**
   * Tells a listener of all events of the log in order: at once of those that it holds, then of each that is added.
   * @returns its undo.
   */
  watch(listener: (event: SessionEvent) => void): () => void
  modes(): SessionModes
  /** Switches to one of the available modes, at once and for all calls that follow. */
  setMode(id: string): void
  /** Ends the agent and lets go of its folder. Idempotent. */
  close(): Promise<void>
}

/** What an editor is told of a session that could be loaded, without opening its log. */
export interface ListedSession {
  readonly id: string
  readonly cwd: string
  readonly title: string
  /** Milliseconds since the epoch. */
  readonly lastAt: number
}

/** What opens sessions for editors. What it throws reaches the editor as the error of that one request. */
export interface AcpHost {
  readonly info: { readonly name: string; readonly title: string; readonly version: string }
  /** The kinds of MCP servers that a session can have beside those over standard input and output. */
  readonly mcp: { readonly http: boolean; readonly sse: boolean }
  open(request: SessionRequest, editor: Editor): Promise<HostSession>
  /** The sessions of a folder, or of all folders, the latest first. */
  list(cwd: string | undefined): AsyncIterable<ListedSession>
  /** Removes a session that is not open. */
  remove(id: string): Promise<void>
}
