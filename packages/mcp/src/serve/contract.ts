import type { Context } from '@deepseek-ai/cordis'
import type { JsonValue } from '@millrace/schema'
import type { Agent, ToolExecution, ToolExecutionResult } from '@millrace/tools'
import type { ProtocolEra } from '../contract/connection.ts'

/** What a client says of itself. Untrusted. */
export interface ClientFacts {
  readonly era: ProtocolEra
  readonly name?: string
  readonly version?: string
}

/** A client as the host knows it: on whose behalf its calls run. */
export interface ServedClient {
  /** Whose view, policies and questions its calls have. */
  readonly agent: Agent & object
  /** Names of tools that searches of this client have brought up; nothing is searched for without it. */
  readonly loaded?: ReadonlySet<string>
  /** Told of each call before it runs, so that it can be kept. What it throws is warned about. */
  called?(call: ServedCallFacts): void
  /** The client has gone; its calls have ended. */
  close(): Promise<void>
}

/** A call that a client makes. */
export interface ServedCallFacts {
  readonly callId: string
  readonly name: string
  readonly arguments: JsonValue
}

/** A call that failed, for whoever knows what to do about it. */
export interface FailedCall extends ServedCallFacts {
  readonly agent: Agent & object
  readonly result: Readonly<ToolExecutionResult>
}

/** What the tools are served with. */
export interface ServeOptions {
  /** Has the tools, as `ctx.tools`; what is registered there later is served, too. */
  readonly ctx: Context
  readonly name: string
  readonly title?: string
  readonly version: string
  /** What models are told of the server as a whole. */
  readonly instructions?: string
  /** Takes a client in, once it lists or calls tools. */
  readonly openClient: (client: ClientFacts) => ServedClient | Promise<ServedClient>
  /** Waited for before tools are listed, such as for servers that start. What it throws is warned about. */
  readonly ready?: (signal: AbortSignal) => Promise<void>
  /** Which of the tools that a client sees it may list and call itself. All of them without it. */
  readonly serves?: (name: string) => boolean
  /** Whether results carry their values as structured content, and tools their output schemas. True unless given. */
  readonly structured?: boolean
  /** What to do about a call that failed, in one line; added to its result. */
  readonly hint?: (failed: FailedCall) => string | undefined
  /** What a person may see of the arguments of a call; without the secrets that its tool declares unless given. */
  readonly shownArguments?: (execution: Readonly<ToolExecution>) => JsonValue
  /** Where an answer for good is kept; nothing can be allowed for good without it. */
  readonly ruleFile?: { readonly label: string; readonly path: string }
  /** Milliseconds that a person has for an answer. 600,000 unless given. */
  readonly answerMs?: number
  /** Told what a person should know; never of contents of calls. The log of the context unless given. */
  readonly warn?: (message: string, error?: unknown) => void
}

/** What a policy asks a person, as far as a client of the protocol can answer it. */
export interface ServedQuestion {
  readonly kind: 'call' | 'host' | 'step'
  readonly requestId: string
  readonly reason?: string
  /** Rules that an answer for longer keeps, narrowest first. */
  readonly suggestions: readonly (readonly string[])[]
  /** Of a question about a call. */
  readonly execution?: Readonly<ToolExecution>
  /** Of a question about a host. */
  readonly host?: string
  readonly port?: number
}

/** What a person answered. */
export type ServedReply =
  | { readonly kind: 'once' }
  | { readonly kind: 'session'; readonly rules: readonly string[] }
  | { readonly kind: 'always'; readonly rules: readonly string[]; readonly file?: string }
  | { readonly kind: 'deny'; readonly message?: string }

/** Puts the questions of policies to the clients whose calls they are about: a front end of the approval service. */
export interface ServedApprovals {
  readonly name: string
  /** @returns `undefined` where no client can be asked. */
  ask(question: ServedQuestion, signal: AbortSignal): Promise<ServedReply | undefined>
}
