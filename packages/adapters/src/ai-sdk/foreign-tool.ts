/** A tool of the AI SDK, of version 5, 6 or 7, as far as it matters here. */
export interface AISDKForeignTool {
  readonly type?: string | undefined
  /** A function of its context in version 7, which is not called: give the definition a text. */
  readonly description?: unknown
  readonly inputSchema: unknown
  readonly outputSchema?: unknown
  readonly execute?: ((input: never, options: never) => unknown) | undefined
  readonly toModelOutput?: ((asked: never) => unknown) | undefined
  readonly needsApproval?: unknown
}

/** How tools of the AI SDK are taken in. */
export interface FromAISDKOptions {
  /** Put before each name. */
  readonly prefix?: string
  /** Given to each body as its context. */
  readonly context?: unknown
  /**
   * Whether calls may overlap with their siblings, as they do in the AI SDK. Off by default, as nothing says which of
   * its tools can bear it.
   */
  readonly parallel?: boolean
  /** The version whose tools these are: that of 5 gives `toModelOutput` the output alone. Default 6, the same as 7. */
  readonly version?: 5 | 6 | 7
}
