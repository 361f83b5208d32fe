import { createHash } from 'node:crypto'
import { readdir, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Io } from '../io.ts'
import { stateFolder } from '../state-folder.ts'
import { readPrivateRecord, writePrivateRecord } from './private-record.ts'

/** That somebody trusts a folder, as it was then. */
export interface TrustRecord {
  /** Absolute and without links. */
  readonly folder: string
  /** When, in milliseconds since the epoch. */
  readonly at: number
  /** The settings files that stood in it, and the SHA-256 of each in hex. */
  readonly files: ReadonlyMap<string, string>
}

const version = 1
const mostBytes = 64 * 1024
const digest = /^[0-9a-f]{64}$/

/** SHA-256, in hex. */
export function sha256(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Where the records are: one file for each folder, so that none is lost when two are written at once. */
export function trustFolder(env: Io['env']): string {
  return join(stateFolder(env), 'trust')
}

function fileOf(folder: string, env: Io['env']): string {
  return join(trustFolder(env), `${sha256(folder)}.json`)
}

/**
 * The record of a folder. One that cannot be read, that others could have written, or that is of another folder counts as
 * none: nobody is trusted by accident.
 * @param folder - absolute and without links.
 */
export async function trustOf(folder: string, env: Io['env']): Promise<TrustRecord | undefined> {
  const record = await recordIn(fileOf(folder, env))
  return record?.folder === folder ? record : undefined
}

/** All records, in the order of their folders. */
export async function allTrust(env: Io['env']): Promise<readonly TrustRecord[]> {
  const names = await readdir(trustFolder(env)).catch(() => [])
  const found = await Promise.all(
    names.filter((name) => name.endsWith('.json')).map((name) => recordIn(join(trustFolder(env), name))),
  )
  return found
    .flatMap((record) => record ?? [])
    .toSorted((a, b) => (a.folder < b.folder ? -1 : a.folder > b.folder ? 1 : 0))
}

/** Writes a record in the place of the one before: whole or not at all, and readable by nobody else. */
export async function writeTrust({ folder, at, files }: TrustRecord, env: Io['env']): Promise<void> {
  await writePrivateRecord(fileOf(folder, env), {
    version,
    folder,
    at: new Date(at).toISOString(),
    files: Object.fromEntries(files),
  })
}

/** Takes the trust in a folder back. False where there was none. */
export async function removeTrust(folder: string, env: Io['env']): Promise<boolean> {
  try {
    await unlink(fileOf(folder, env))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

async function recordIn(path: string): Promise<TrustRecord | undefined> {
  return recordOf(await readPrivateRecord(path, mostBytes))
}

function recordOf(value: unknown): TrustRecord | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { version: written, folder, at, files } = value as Record<string, unknown>
  const time = typeof at === 'string' ? Date.parse(at) : Number.NaN
  if (written !== version || typeof folder !== 'string' || Number.isNaN(time)) return undefined
  if (typeof files !== 'object' || files === null) return undefined
  const hashes = Object.entries(files as Record<string, unknown>)
  if (
    !hashes.every((entry): entry is [string, string] => typeof entry[1] === 'string' && digest.test(entry[1]))
  )
    return undefined
  return { folder, at: time, files: new Map(hashes) }
}
