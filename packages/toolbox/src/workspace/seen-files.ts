import { FileError } from '@millrace/host'

/** Files that are remembered for one agent; of more, those are forgotten that were seen longest ago. */
const mostFiles = 10_000
/** Versions that are remembered as replaced by the agent itself. */
const mostReplaced = 8

/** What one agent knows of a file. */
interface Seen {
  readonly version: string
  /** Versions before it that the agent itself replaced, so that a read of one that ends late takes nothing back. */
  readonly replaced: readonly string[]
}

/** Where a file stands, and in which state. */
export interface FileState {
  /** The same for all spellings of a path. */
  readonly location: string
  readonly version: string
}

/**
 * Which state of which file each agent has seen, so that a change made on the strength of an outdated reading is
 * refused. What was forgotten counts as never seen.
 */
export class SeenFiles {
  private readonly byAgent = new WeakMap<object, Map<string, Seen>>()
  private readonly withoutAgent = new Map<string, Seen>()

  /** Notes that an agent has read a file in this state. */
  noteRead(agent: object | undefined, { location, version }: FileState): void {
    const files = this.filesOf(agent)
    if (files.get(location)?.replaced.includes(version) === true) return
    remember(files, location, { version, replaced: [] })
  }

  /** Notes that an agent has written a whole file, and so knows what is in it. */
  noteWritten(agent: object | undefined, after: FileState, before?: FileState): void {
    const files = this.filesOf(agent)
    const earlier = files.get(after.location)?.replaced ?? []
    const replaced = before === undefined ? earlier : [...earlier, before.version].slice(-mostReplaced)
    remember(files, after.location, { version: after.version, replaced })
  }

  /** Notes that an agent has changed a part of a file; one that it has not read stays unread. */
  noteEdited(agent: object | undefined, after: FileState, before: FileState): void {
    if (this.hasSeen(agent, after)) this.noteWritten(agent, after, before)
  }

  /** Whether an agent has seen a file, in whatever state. */
  hasSeen(agent: object | undefined, { location }: Pick<FileState, 'location'>): boolean {
    return this.filesOf(agent).has(location)
  }

  /** @throws FileError `FS_STALE_VERSION` where an agent has seen a file in another state than this. */
  refuseStale(agent: object | undefined, path: string, { location, version }: FileState): void {
    const seen = this.filesOf(agent).get(location)
    if (seen === undefined || seen.version === version) return
    throw new FileError(
      'FS_STALE_VERSION',
      path,
      'was changed by somebody else since you read it, and was left as it is; read it again, then repeat the change',
    )
  }

  private filesOf(agent: object | undefined): Map<string, Seen> {
    if (agent === undefined) return this.withoutAgent
    const known = this.byAgent.get(agent)
    if (known !== undefined) return known
    const files = new Map<string, Seen>()
    this.byAgent.set(agent, files)
    return files
  }
}

function remember(files: Map<string, Seen>, location: string, seen: Seen): void {
  files.delete(location)
  files.set(location, seen)
  if (files.size <= mostFiles) return
  for (const oldest of files.keys()) {
    files.delete(oldest)
    return
  }
}
