/** What the thread is asked. */
export interface ReadRequest {
  /** The address of the root, which stays valid until there is an answer. */
  readonly address: string
  /** The file system on which the root lies; what lies on another one is left. */
  readonly dev: bigint
  /**
   * Names from the root joined by `/`, without `.` and `..` among them; undefined stands for a file to leave. Those of
   * one folder best follow each other.
   */
  readonly paths: readonly (string | undefined)[]
  /** Bytes of the largest file to read. */
  readonly maxBytes: number
}

/** The whole bytes of each file, in the order of the paths; undefined for one that was left. */
export type FileContents = readonly (Uint8Array<ArrayBuffer> | undefined)[]
