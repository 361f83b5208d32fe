import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { shown } from '@millrace/protocol'
import { isOwnPrivate } from '../../files/own-private.ts'
import { isOfDeadHost, spelled, thisHost } from '../../processes/marker.ts'
import { SandboxError } from '../sandbox-error.ts'
import { isUnused, putUp, takeAway } from './held-place.ts'

// Making and removing them all takes as long as a short command.
const lingerMs = 100

/**
 * Empty folders that stand in the places of protected paths that do not exist, for as long as a command runs, as
 * something has to be there for a mount to lie on it. Git sees no empty folders, and Node takes a `package.json` that is
 * one for none; where it has to be a file, one that says nothing. They are only ever removed as they were put up, so that
 * nothing of anybody's can be lost.
 *
 * What each host put up is written down in one place of this user: several hosts may work in one folder, the last one
 * removes, and what a killed one left is removed by the next.
 */
export class Placeholders {
  private readonly folder: string
  private readonly journal: string
  private readonly holders = new Map<string, number>()
  private foreign: ReadonlySet<string> = new Set()
  private tidying: NodeJS.Timeout | undefined

  /** @param folder - where hosts write down what they put up; only this user may write there. */
  constructor(folder: string = journalFolder()) {
    this.folder = folder
    this.journal = join(folder, `${spelled(thisHost())}-${randomBytes(6).toString('hex')}.json`)
    requireOwn(folder)
    this.removeLeft()
  }

  /** Whether something that is there was only put up, by this host or another one. */
  has(path: string): boolean {
    return this.holders.has(path) || (this.foreign.has(path) && isUnused(path))
  }

  /** Looks again at what other hosts put up. */
  look(): void {
    this.foreign = this.ofOthers()
  }

  /** Puts up what is not there yet. Answers those that stand; where nothing can be put, nobody else can put anything. */
  hold(paths: readonly string[]): string[] {
    const fresh = paths.filter((path) => !this.holders.has(path))
    // Written down first: whatever happens next, somebody can tidy up.
    if (fresh.length > 0) this.write([...this.holders.keys(), ...fresh])
    const standing = paths.filter((path) => this.holders.has(path) || putUp(path) || this.foreign.has(path))
    for (const path of standing) this.holders.set(path, (this.holders.get(path) ?? 0) + 1)
    if (standing.length < paths.length) this.write([...this.holders.keys()])
    return standing
  }

  /** Nobody needs these any more. They stay for a moment, as another command may come. */
  release(paths: readonly string[]): void {
    for (const path of paths) {
      const left = this.holders.get(path)
      if (left !== undefined) this.holders.set(path, left - 1)
    }
    this.tidying ??= setTimeout(() => this.tidy(), lingerMs).unref()
  }

  /** Takes everything down. */
  close(): void {
    clearTimeout(this.tidying)
    this.takeDown([...this.holders.keys()])
  }

  private tidy(): void {
    this.tidying = undefined
    this.takeDown([...this.holders].flatMap(([path, count]) => (count > 0 ? [] : [path])))
  }

  private takeDown(paths: readonly string[]): void {
    const others = this.ofOthers()
    for (const path of paths) {
      this.holders.delete(path)
      if (!others.has(path)) takeAway(path)
    }
    if (this.holders.size > 0) this.write([...this.holders.keys()])
    else rmSync(this.journal, { force: true })
  }

  private write(paths: readonly string[]): void {
    writeFileSync(this.journal, JSON.stringify(paths), { mode: 0o600 })
  }

  /** What other living hosts put up. */
  private ofOthers(): Set<string> {
    const names = readdirSync(this.folder).filter(
      (name) => !this.journal.endsWith(name) && !isOfDeadHost(name),
    )
    return new Set(names.flatMap((name) => pathsIn(join(this.folder, name))))
  }

  private removeLeft(): void {
    const others = this.ofOthers()
    for (const name of readdirSync(this.folder).filter(isOfDeadHost)) {
      const journal = join(this.folder, name)
      for (const path of pathsIn(journal)) if (!others.has(path)) takeAway(path)
      rmSync(journal, { force: true })
    }
  }
}

/** Not where TMPDIR says: the next host has to find it, whatever its environment is. */
function journalFolder(): string {
  const name = `millrace-placeholders-${process.getuid?.() ?? 'user'}`
  const usual = join('/tmp', name)
  if (process.platform !== 'win32' && problemOf(usual) === undefined) return usual
  const other = join(tmpdir(), name)
  requireOwn(other)
  return other
}

function requireOwn(folder: string): void {
  const problem = problemOf(folder)
  if (problem === undefined) return
  const message =
    `no sandbox can be built: "${shown(folder)}", where it writes down what it puts up, ${problem}; ` +
    'remove it, or name another folder for temporary files in TMPDIR'
  throw new SandboxError('SANDBOX_UNAVAILABLE', message)
}

/** Why a folder cannot be used, which is made where it is missing; undefined where it can. */
function problemOf(folder: string): string | undefined {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    return `cannot be made: ${shown(String(error))}`
  }
  // Its name can be foreseen, so that somebody else may have been there first.
  const found = lstatSync(folder)
  if (!found.isDirectory()) return 'is a link, not a folder'
  return isOwnPrivate(found) ? undefined : 'belongs to somebody else, or can be written to by others'
}

function pathsIn(journal: string): string[] {
  try {
    const listed: unknown = JSON.parse(readFileSync(journal, 'utf8'))
    return Array.isArray(listed) ? listed.filter((path) => typeof path === 'string') : []
  } catch {
    // Being written or removed this moment, or cut off by a crash.
    return []
  }
}
