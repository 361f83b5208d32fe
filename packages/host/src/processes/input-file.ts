import { constants } from 'node:fs'
import { open, unlink, type FileHandle } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const flags = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL

/**
 * What a program is to read, as a file that has lost its name before anything is in it. Unlike the sockets that Node
 * gives, it can be opened again: hooks like to read `/dev/stdin`. And nobody waits for the program to read it.
 *
 * @returns a file that its taker closes; `undefined` where this machine has no room for it.
 */
export async function inputFile(bytes: Uint8Array): Promise<FileHandle | undefined> {
  let file: FileHandle | undefined
  try {
    const name = join(tmpdir(), `millrace-input-${randomUUID()}`)
    file = await open(name, flags, 0o600)
    await unlink(name)
    await writeAll(file, bytes)
    return file
  } catch {
    await file?.close().catch(() => {})
    return undefined
  }
}

/** Writes by position, so that the program reads from the start. */
async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  let written = 0
  while (written < bytes.length) {
    written += (await file.write(bytes, written, bytes.length - written, written)).bytesWritten
  }
}
