import { isDiskError, type Disk, type DiskFile } from '@millrace/host'
import type { LogPlace, ReadSession, SessionPage, SessionTail } from '../contract/session.ts'
import type { KnownEvents } from './event-shapes.ts'
import { readLog } from './read-log.ts'
import { readPages } from './read-pages.ts'
import { readTail } from './read-tail.ts'
import { fileOf, notFound, requireSessionId } from './session-id.ts'
import { requireOwn } from './summary.ts'

/** The logs in a folder as files, and what can be read from them. */
export class LogFiles {
  private readonly disk: Disk
  private readonly known: KnownEvents

  constructor(disk: Disk, known: KnownEvents) {
    this.disk = disk
    this.known = known
  }

  /** Where the log of a session is, for messages. */
  path(id: string): string {
    return `${this.disk.path}/${fileOf(id)}`
  }

  /** @throws SessionError `SESSION_NOT_FOUND`. */
  async open(id: string, how: 'read' | 'write'): Promise<DiskFile> {
    try {
      return await this.disk.open(fileOf(id), how)
    } catch (error) {
      throw isDiskError(error, 'DISK_NOT_FOUND') ? notFound(id, this.disk.path) : error
    }
  }

  /** All of a session. */
  read(id: string): Promise<ReadSession> {
    return this.reading(id, async (file, path) => {
      const { header, events, tornBytes } = await readLog(file, path, this.known)
      requireOwn(header, id, path)
      return { header, events, tornBytes }
    })
  }

  /** A session in pages, from a place on. */
  async *pages(id: string, from?: LogPlace): AsyncGenerator<SessionPage> {
    requireSessionId(id)
    const file = await this.open(id, 'read')
    const path = this.path(id)
    try {
      for await (const page of readPages(file, { path, known: this.known, from })) {
        requireOwn(page.header, id, path)
        yield page
      }
    } finally {
      await file.close()
    }
  }

  /** The end of a session. */
  tail(id: string, mostBytes: number): Promise<SessionTail> {
    return this.reading(id, async (file, path) => {
      const tail = await readTail(file, { path, known: this.known, mostBytes })
      requireOwn(tail.header, id, path)
      return tail
    })
  }

  private async reading<T>(id: string, read: (file: DiskFile, path: string) => Promise<T>): Promise<T> {
    requireSessionId(id)
    const file = await this.open(id, 'read')
    try {
      return await read(file, this.path(id))
    } finally {
      await file.close()
    }
  }
}
