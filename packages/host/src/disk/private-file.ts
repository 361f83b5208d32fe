import { constants } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { isOwnPrivate } from '../files/own-private.ts'
import type { DiskFile } from './disk.ts'
import { DiskError } from './disk-error.ts'
import { onDisk } from './disk-failure.ts'

const { O_RDONLY, O_RDWR, O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK } = constants

// Not there on every system; a pipe must not hold the opening up.
const careful = (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0)

const flags = {
  read: O_RDONLY | careful,
  write: O_RDWR | careful,
  create: O_RDWR | O_CREAT | O_EXCL | careful,
} as const

/** Opens a regular file of this user that nobody else can write to. */
export async function openPrivateFile(path: string, how: keyof typeof flags): Promise<DiskFile> {
  const handle = await onDisk(path, how === 'create' ? 'made' : 'opened', () => open(path, flags[how], 0o600))
  try {
    await requireOwnFile(handle, path)
  } catch (error) {
    await handle.close()
    throw error
  }
  return new PrivateFile(path, handle)
}

async function requireOwnFile(handle: FileHandle, path: string): Promise<void> {
  const found = await onDisk(path, 'looked at', () => handle.stat())
  if (!found.isFile()) throw new DiskError('DISK_UNSAFE', path, 'is not a regular file; move it away')
  if (isOwnPrivate(found)) return
  const problem = 'belongs to another user, or can be written to by others'
  throw new DiskError('DISK_UNSAFE', path, `${problem}; take these rights away, or move it away`)
}

class PrivateFile implements DiskFile {
  private readonly path: string
  private readonly handle: FileHandle
  private closing: Promise<void> | undefined

  constructor(path: string, handle: FileHandle) {
    this.path = path
    this.handle = handle
  }

  read(position: number, size: number): Promise<Uint8Array> {
    return onDisk(this.path, 'read', async () => {
      const buffer = Buffer.allocUnsafeSlow(size)
      let filled = 0
      while (filled < size) {
        const { bytesRead } = await this.handle.read(buffer, filled, size - filled, position + filled)
        if (bytesRead === 0) break
        filled += bytesRead
      }
      return buffer.subarray(0, filled)
    })
  }

  async write(bytes: Uint8Array, position: number): Promise<number> {
    if (bytes.length === 0) return 0
    const { bytesWritten } = await onDisk(this.path, 'written', () =>
      this.handle.write(bytes, 0, bytes.length, position),
    )
    if (bytesWritten > 0) return bytesWritten
    throw new DiskError('DISK_FAILED', this.path, 'could not be written: the system took none of the bytes')
  }

  sync(): Promise<void> {
    return onDisk(this.path, 'made durable', () => this.handle.datasync())
  }

  truncate(size: number): Promise<void> {
    return onDisk(this.path, 'cut', () => this.handle.truncate(size))
  }

  async size(): Promise<number> {
    const { size } = await onDisk(this.path, 'looked at', () => this.handle.stat())
    return size
  }

  close(): Promise<void> {
    this.closing ??= onDisk(this.path, 'closed', () => this.handle.close())
    return this.closing
  }
}
