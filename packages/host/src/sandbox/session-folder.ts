import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isOfDeadHost, spelled, thisHost } from '../processes/marker.ts'

const prefix = 'millrace-sandbox-'
const settingsBytes = 1024 * 1024

/** What the commands of one sandbox share and nobody else sees: their `/tmp`, and cleaned copies of settings. */
export class SessionFolder {
  /** For temporary files. */
  readonly temporary: string
  private readonly path: string
  private copiedAt: number | undefined

  constructor() {
    this.path = mkdtempSync(join(tmpdir(), `${prefix}${spelled(thisHost())}-`))
    this.temporary = join(this.path, 'tmp')
    mkdirSync(this.temporary, { mode: 0o700 })
    removeLeft().catch((error: unknown) => {
      process.emitWarning(`What a former sandbox left could not be removed: ${String(error)}`)
    })
  }

  /** A copy of npm's settings without what logs in; undefined where there is nothing to copy. */
  npmSettings(original: string): string | undefined {
    const found = lstatSync(original, { throwIfNoEntry: false })
    if (found?.isFile() !== true || found.size > settingsBytes) return undefined
    const copy = join(this.path, 'npmrc')
    if (found.mtimeMs === this.copiedAt) return copy
    this.copiedAt = found.mtimeMs
    const lines = readFileSync(original, 'utf8').split('\n')
    writeFileSync(copy, lines.filter((line) => !logsIn(line)).join('\n'))
    return copy
  }

  /** Removes it with everything in it. */
  close(): Promise<void> {
    return rm(this.path, { recursive: true, force: true, maxRetries: 3 })
  }

  /** The same for the moment in which this process ends. */
  closeNow(): void {
    rmSync(this.path, { recursive: true, force: true })
  }
}

/** Whether a setting names who logs in or how, or an address does. */
const logsIn = (line: string): boolean =>
  /^[^=]*(?:_auth|password|username|email|key|cert)/i.test(line) || /:\/\/[^/\s]*@/.test(line)

/** Removes the folders that hosts left which were killed. */
async function removeLeft(): Promise<void> {
  const left = readdirSync(tmpdir()).filter((name) => name.startsWith(prefix) && isOfDeadHost(name))
  const own = left
    .map((name) => join(tmpdir(), name))
    .filter((path) => lstatSync(path, { throwIfNoEntry: false })?.uid === process.getuid?.())
  await Promise.all(own.map((path) => rm(path, { recursive: true, force: true })))
}
