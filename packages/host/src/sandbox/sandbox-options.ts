import type { Resolve } from '../network/judged-addresses.ts'

/** Whether commands run in a sandbox: where one works, always or not at all, or never. */
export type SandboxMode = 'auto' | 'required' | 'off'

/** Asks a person whether commands may reach a host; the signal aborts when the answer is not needed any more. */
export type AskHost = (host: string, port: number, signal: AbortSignal) => Promise<boolean | HostAnswer>

/** Whether a host may be reached; a refusal with the words of whoever refused, for the command. */
export interface HostAnswer {
  readonly allowed: boolean
  readonly message?: string
}

/** What commands may reach. */
export interface EgressOptions {
  /**
   * Hosts that need no question: `example.com`, `*.example.com` (which is not `example.com` itself), each also with
   * `:port`. Private addresses are reached only where `host:port` stands here in full.
   */
  readonly allow?: readonly string[]
  /** Asked on the first use of every other host and port; without it they are refused. */
  readonly ask?: AskHost
  /** Finds all addresses of a name; the system does, unless given. */
  readonly resolve?: Resolve
}

/** What a sandbox is opened for. All of it is chosen by the operator. */
export interface SandboxOptions {
  readonly mode: SandboxMode
  /** The folder of the project, absolute: commands may change it, its protected paths left out. */
  readonly workspace: string
  /** Further folders that commands may change, absolute. */
  readonly writable?: readonly string[]
  /** Protected paths that commands may change all the same, as `protectedEntries` spells them: `package.json`. */
  readonly unprotected?: readonly string[]
  readonly egress?: EgressOptions
  /** The environment of the operator: where programs are found, and the home folder whose secrets are hidden. */
  readonly env: Readonly<Record<string, string | undefined>>
}
