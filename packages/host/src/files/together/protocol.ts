/** What the thread is asked: to read files, or to list folders. */
export interface TogetherRequest {
  readonly kind: 'read' | 'list'
  /** The address of the root, which stays valid until there is an answer. */
  readonly address: string
  /** The file system on which the root lies; what lies on another one is left. */
  readonly dev: bigint
  /**
   * Names from the root joined by `/`, without `.` and `..` among them; undefined stands for one to leave. Those of one
   * folder best follow each other.
   */
  readonly paths: readonly (string | undefined)[]
  /** Bytes of the largest file to read, or entries of the largest folder to list. */
  readonly most: number
}

/** The whole bytes of each file, in the order of the paths; undefined for one that was left. */
export type FileContents = readonly (Uint8Array<ArrayBuffer> | undefined)[]

/** What a folder holds, in any order: few long texts cross to another thread far faster than many objects. */
export interface Listing {
  /** Joined by `/`. */
  readonly names: string
  /** A letter for each: `f`, `d`, `l` or `o`, as a capital where the name is not UTF-8. */
  readonly kinds: string
}

/** What the thread answers. */
export interface TogetherAnswers {
  readonly read: FileContents
  readonly list: readonly (Listing | undefined)[]
}
