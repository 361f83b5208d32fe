/** An open file of a disk. What it says of bytes is what the operating system said: writes may be short. */
export interface DiskFile {
  /** Up to `size` bytes from a position; fewer at the end of the file only. */
  read(position: number, size: number): Promise<Uint8Array>
  /** Writes at a position. @returns how many of the bytes were taken: at least one, perhaps not all. */
  write(bytes: Uint8Array, position: number): Promise<number>
  /** Makes the content durable (`fdatasync`). */
  sync(): Promise<void>
  truncate(size: number): Promise<void>
  size(): Promise<number>
  close(): Promise<void>
}

/** What is known of a file without opening it. */
export interface DiskFacts {
  readonly size: number
  /** Milliseconds since the epoch. */
  readonly modifiedAt: number
}

/** That this process alone writes something, until it is released or the process ends. */
export interface DiskLock {
  release(): Promise<void>
}

/**
 * One private folder and its files by their plain names: the few operations that a durable log is made of, behind a seam, so
 * that a test can fail each of them and forget what was never made durable. Only regular files of this user count; links are
 * not followed.
 *
 * All operations reject with a `DiskError`.
 */
export interface Disk {
  /** Where the folder is, absolute, for messages. */
  readonly path: string
  /** Opens a file: an existing one for reading, or for reading and writing, or one that must not exist yet. */
  open(name: string, how: 'read' | 'write' | 'create'): Promise<DiskFile>
  /** The names of its files, sorted by code unit. */
  files(): Promise<readonly string[]>
  /** The names of its folders, sorted by code unit. */
  folders(): Promise<readonly string[]>
  /** @returns `undefined` where there is no such file. */
  facts(name: string): Promise<DiskFacts | undefined>
  rename(from: string, to: string): Promise<void>
  remove(name: string): Promise<void>
  /** Makes the names themselves durable: files that were made, renamed or removed. */
  sync(): Promise<void>
  /** A folder within, which is made where it is missing. */
  folder(name: string): Promise<Disk>
  /**
   * Takes the lock of this name, which is a file beside the others.
   * @throws DiskError `DISK_LOCKED` where a process that still lives holds it; it is named in the message.
   */
  lock(name: string): Promise<DiskLock>
}
