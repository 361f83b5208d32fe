import type {
  ChangeOptions,
  DirectoryEntry,
  FileChange,
  FileContents,
  FileDecision,
  FileFacts,
  FileRead,
  ReadOptions,
  TogetherOptions,
} from '@millrace/host'

/**
 * What the file tools may do to the world. Paths are spelled relative to the workspace, names joined by `/`, or
 * absolutely inside it. Failures are errors with a code: `FS_OUTSIDE_ROOT`, `FS_NOT_FOUND`,
 * `FS_NOT_REGULAR_FILE`, `FS_NOT_DIRECTORY`, `FS_PERMISSION` and the like.
 */
export interface FileOperations {
  /** Where the workspace is, as an absolute path; for messages only. */
  readonly root: string
  /**
   * The one spelling of a path from the workspace on, `''` for the workspace itself. Judges the spelling alone
   * and throws where it leads outside.
   */
  locate(path: string): string
  /** Whether a path names something beside the workspace that may be read and never changed. Without it nothing does. */
  isReadOnly?(path: string): boolean
  /** The facts of what a path leads to, links followed. */
  stat(path: string, signal?: AbortSignal): Promise<FileFacts>
  /** Bytes of a regular file; links are followed as long as they stay in the workspace. */
  read(path: string, options?: ReadOptions): Promise<FileRead>
  /**
   * The whole bytes of many regular files, in the order of their paths; what is undefined, or missing at the end, is to
   * be asked for by `read`. Without this, everything is. Searches read small files by it, so whoever wraps `read` or
   * `directory` wraps this too, or leaves it out.
   */
  readTogether?(paths: readonly string[], options: TogetherOptions): Promise<FileContents>
  /** The entries of many folders, as `list` gives them; what is undefined, or missing, is to be asked for by `directory`. */
  listTogether?(
    paths: readonly string[],
    options: TogetherOptions,
  ): Promise<readonly (readonly DirectoryEntry[] | undefined)[]>
  /** A folder, held open for a walk of its tree; the caller closes it. */
  directory(path: string, signal?: AbortSignal): Promise<FileDirectory>
  /**
   * Reads, decides and replaces one file, in turn with all other changes of it, whatever its spelling; only what
   * stands on the disk is reported as changed. `decide` answers with the new bytes, or with `undefined` to leave
   * the file alone; what it throws comes out as it is.
   */
  change(path: string, decide: FileDecision, options?: ChangeOptions): Promise<FileChange>
}

/** A folder held open: entries are reached by name, and links are not followed. */
export interface FileDirectory {
  /**
   * Every entry, in the order of their paths by code unit: a folder stands as if its name ended in `/`. Searches
   * rely on this order.
   */
  list(signal?: AbortSignal): Promise<readonly DirectoryEntry[]>
  /** The facts of an entry itself, so that a link stays one. */
  stat(name: string, signal?: AbortSignal): Promise<FileFacts>
  /** Bytes of a regular file. */
  read(name: string, options?: ReadOptions): Promise<FileRead>
  /** A folder in this one; the caller closes it. */
  directory(name: string, signal?: AbortSignal): Promise<FileDirectory>
  /** Lets go of the folder. */
  close(): Promise<void>
}
