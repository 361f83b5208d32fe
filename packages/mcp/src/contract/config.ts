/** What an operator may say of any server. */
export interface ServerSettings {
  /** Milliseconds that a call may go without a result or news of its progress. 60,000 unless given. */
  readonly idleTimeoutMs?: number
  /** Milliseconds that a call may take in all, whatever progress it reports. None unless given. */
  readonly totalTimeoutMs?: number
  /** Milliseconds until it must be connected and have listed its tools. 30,000 unless given. */
  readonly startTimeoutMs?: number
  /** The operator's word that its calls may overlap; what a server says of itself is not enough. */
  readonly parallel?: boolean
  /** Tools, by the names that the server gives them, that are left out; all others stay. */
  readonly exclude?: readonly string[]
  /** The only tools, by the names that the server gives them, that are taken. */
  readonly include?: readonly string[]
}

/** A server that is a program of this machine and speaks on its standard streams. */
export interface StdioServerConfig extends ServerSettings {
  readonly type: 'stdio'
  readonly command: string
  readonly args: readonly string[]
  /** Variables that it gets beside the usual ones. */
  readonly env: Readonly<Record<string, string>>
  /** The folder to run in, absolute; the workspace unless given. */
  readonly cwd?: string
  /** Whether it runs in the sandbox of commands: no files outside the workspace are changed, hosts are asked about. */
  readonly sandbox?: boolean
}

/** A server that is reached by streamable HTTP. */
export interface HttpServerConfig extends ServerSettings {
  readonly type: 'http'
  /** `http:` only for this machine, `https:` for others. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** A client that was registered by hand with the authorization server; found out or registered at login without it. */
  readonly oauth?: {
    readonly clientId?: string
    readonly clientSecret?: string
    readonly scopes?: readonly string[]
  }
}

/** How a server is reached. All variables have been filled in. */
export type McpServerConfig = StdioServerConfig | HttpServerConfig
