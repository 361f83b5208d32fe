/** Where text goes: a stream of the process, or whatever collects it. */
export interface Output {
  write(text: string): unknown
  /** Whether a person looks at it. */
  readonly isTTY?: boolean | undefined
  /** Columns of the terminal. */
  readonly columns?: number | undefined
  /** Rows of the terminal. */
  readonly rows?: number | undefined
}

/** What a person types on, as a stream of Node. */
export type Keyboard = NodeJS.ReadableStream & {
  readonly isTTY?: boolean | undefined
  readonly readableEnded?: boolean
  /** Whether keys come one by one and unseen, and Ctrl+C as one of them. */
  setRawMode?(isRaw: boolean): unknown
}

/** What the keys of a terminal send to the programs in it. */
export type TerminalSignal = 'SIGINT' | 'SIGQUIT' | 'SIGTSTP'

/** All that the command touches of the process around it. */
export interface Io {
  /** Read only where the arguments come from it. */
  readonly stdin: AsyncIterable<Uint8Array | string> & {
    /** Whether a person types it. */
    readonly isTTY?: boolean | undefined
  }
  /** Results, and nothing else. */
  readonly stdout: Output
  /** Everything that is no result: mistakes, hints, progress. */
  readonly stderr: Output
  readonly env: Readonly<Record<string, string | undefined>>
  /** The folder that relative paths on the command line mean; a getter may throw a mistake where there is none. */
  readonly cwd: string
  /** Aborts when the person interrupts. */
  readonly signal: AbortSignal
  /**
   * Opens what a person answers questions on, who sees the standard error output; left out where nobody is there.
   * The stream is the one behind `stdin`.
   */
  readonly openKeyboard?: (() => Keyboard) | undefined
  /** Sends what a key of the terminal would have sent to all programs in its foreground; left out where nothing can. */
  readonly raise?: ((signal: TerminalSignal) => void) | undefined
  /**
   * Told what tidies the screen where the process ends without waiting for what is under way.
   * @returns what takes that back.
   */
  readonly beforeLeaving?: ((tidy: () => void) => () => void) | undefined
  /** Told where nobody reads the output any more: the process then ends without waiting for that. */
  readonly abandonOutput?: (() => void) | undefined
}
