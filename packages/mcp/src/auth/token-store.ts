import { createHash, randomBytes } from 'node:crypto'
import { isDiskError, systemTimers, writeAll, type Disk, type DiskLock, type Timers } from '@millrace/host'
import type { JsonValue } from '@millrace/schema'
import { readRecord, writtenRecord, type TokenRecord } from './token-record.ts'

/** Whose tokens, and for which server. */
export interface TokenOwner {
  readonly principal: string
  /** The address of the server, as `serverAddress` spells it. */
  readonly server: string
}

/** Where tokens are kept, for all processes of this user. */
export interface TokenStore {
  /** @returns `undefined` where there is nothing, and where what is there cannot be read as a record of this owner. */
  read(owner: TokenOwner): Promise<TokenRecord | undefined>
  /** Replaces the whole record, or leaves the one that was. To be called within `exclusively`. */
  write(record: TokenRecord): Promise<void>
  /** @returns whether there was one. To be called within `exclusively`. */
  remove(owner: TokenOwner): Promise<boolean>
  /**
   * Does something while no other process, and nobody else in this one, changes the record of this owner.
   * @throws DiskError `DISK_LOCKED` where another one does not finish within a minute.
   */
  exclusively<T>(owner: TokenOwner, work: () => Promise<T>, signal: AbortSignal): Promise<T>
  /** All that must not be shown: tokens and secrets of clients. */
  secrets(): Promise<readonly string[]>
}

/**
 * Tokens in a private folder, one file for each principal and server.
 * @param disk - the folder, such as `privateDisk(…)` of the host gives: what is in it belongs to this user alone.
 */
export function tokenStore(disk: Disk, timers: Timers = systemTimers): TokenStore {
  return new DiskTokens(disk, timers)
}

/** Longer files are none of ours. */
const mostBytes = 256 * 1024

/** A refresh of another process takes as long as its requests may. */
const mostWaitMs = 60_000
const pauseMs = 40

class DiskTokens implements TokenStore {
  private readonly disk: Disk
  private readonly timers: Timers

  constructor(disk: Disk, timers: Timers) {
    this.disk = disk
    this.timers = timers
  }

  async read(owner: TokenOwner): Promise<TokenRecord | undefined> {
    const value = await this.json(fileOf(owner))
    return value === undefined ? undefined : readRecord(value, owner.server, owner.principal)
  }

  async write(record: TokenRecord): Promise<void> {
    const name = fileOf(record)
    const draft = `${name}.${randomBytes(8).toString('hex')}.draft`
    try {
      const file = await this.disk.open(draft, 'create')
      try {
        await writeAll(file, Buffer.from(writtenRecord(record)), 0)
        await file.sync()
      } finally {
        await file.close()
      }
      await this.disk.rename(draft, name)
    } catch (error) {
      // What matters is why it was not written.
      await this.disk.remove(draft).catch(() => undefined)
      throw error
    }
    await this.disk.sync()
  }

  async remove(owner: TokenOwner): Promise<boolean> {
    try {
      await this.disk.remove(fileOf(owner))
    } catch (error) {
      if (isDiskError(error, 'DISK_NOT_FOUND')) return false
      throw error
    }
    await this.disk.sync()
    return true
  }

  async exclusively<T>(owner: TokenOwner, work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const lock = await this.lock(`${fileOf(owner)}.lock`, signal)
    try {
      return await work()
    } finally {
      await lock.release()
    }
  }

  async secrets(): Promise<readonly string[]> {
    const names = (await this.disk.files()).filter((name) => name.endsWith('.json'))
    const values = await Promise.all(names.map((name) => this.json(name)))
    return values.flatMap((value) => secretsOf(value))
  }

  private async lock(name: string, signal: AbortSignal): Promise<DiskLock> {
    for (let waited = 0; ; waited += pauseMs) {
      try {
        return await this.disk.lock(name)
      } catch (error) {
        if (!isDiskError(error, 'DISK_LOCKED') || waited >= mostWaitMs) throw error
      }
      await this.timers.sleep(pauseMs, signal)
    }
  }

  private async json(name: string): Promise<JsonValue | undefined> {
    try {
      const file = await this.disk.open(name, 'read')
      try {
        const bytes = await file.read(0, mostBytes)
        return JSON.parse(Buffer.from(bytes).toString()) as JsonValue
      } finally {
        await file.close()
      }
    } catch (error) {
      // A file that is no JSON is as good as none: the next login replaces it.
      if (isDiskError(error, 'DISK_NOT_FOUND') || error instanceof SyntaxError) return undefined
      throw error
    }
  }
}

/** The name tells nothing of the server, and two owners never share one. */
function fileOf({ principal, server }: TokenOwner): string {
  return `${createHash('sha256')
    .update(JSON.stringify([principal, server]))
    .digest('hex')}.json`
}

function secretsOf(value: JsonValue | undefined): string[] {
  const { record } = (value ?? {}) as { readonly record?: Partial<TokenRecord> | null }
  const { tokens, client } = record ?? {}
  return [tokens?.access, tokens?.refresh, client?.secret].filter((text) => typeof text === 'string')
}
