import { FileError } from '@millrace/host'
import { contentDigest } from './content-digest.ts'
import { SeenLines, type ShownPart } from './seen-lines.ts'

/** Files that are remembered for one agent; of more, those are forgotten that were seen longest ago. */
const mostFiles = 10_000
/** Versions that are remembered as replaced by the agent itself. */
const mostReplaced = 8

/** What one agent knows of a file. */
interface Seen {
  readonly version: string
  /** Versions before it that the agent itself replaced, so that a read of one that ends late takes nothing back. */
  readonly replaced: readonly string[]
  readonly digest: string | undefined
  readonly lines: SeenLines
}

/** Where a file stands, and in which state. */
export interface FileState {
  /** The same for all spellings of a path. */
  readonly location: string
  readonly version: string
  /** `contentDigest` of all its bytes, where they are known: what only got another mode or name is not outdated. */
  readonly digest?: string
}

/** What the tools that change files ask, and tell, of what was seen. */
export type SeenNotes = Pick<
  SeenFiles,
  'hasSeen' | 'hasSeenAll' | 'noteEdited' | 'noteWritten' | 'refuseStale'
>

/**
 * Which state of which file each agent has seen, so that a change made on the strength of an outdated reading is
 * refused. What was forgotten counts as never seen.
 */
export class SeenFiles {
  private readonly byAgent = new WeakMap<object, Map<string, Seen>>()
  private readonly withoutAgent = new Map<string, Seen>()

  /**
   * Notes that an agent has read a file in this state.
   * @param shown - what it got to see; windows of one state add up.
   */
  noteRead(
    agent: object | undefined,
    { location, version, digest }: FileState,
    shown: ShownPart = 'all',
  ): void {
    const files = this.filesOf(agent)
    const known = files.get(location)
    if (known?.replaced.includes(version) === true) return
    const isSame = known?.version === version || (digest !== undefined && known?.digest === digest)
    const lines = (isSame ? known.lines : SeenLines.none).with(shown)
    remember(files, location, { version, replaced: [], digest, lines })
  }

  /** Notes that an agent has written a whole file, and so knows what is in it. */
  noteWritten(agent: object | undefined, after: FileState, before?: FileState): void {
    this.noteChanged(agent, after, before, SeenLines.all)
  }

  /** Notes that an agent has changed a part of a file; what it has not read stays unread. */
  noteEdited(agent: object | undefined, after: FileState, before: FileState): void {
    const known = this.filesOf(agent).get(after.location)
    if (known === undefined) return
    this.noteChanged(agent, after, before, known.lines.areAll ? known.lines : SeenLines.none)
  }

  /** Whether an agent has seen a file, or a part of it, in whatever state. */
  hasSeen(agent: object | undefined, { location }: Pick<FileState, 'location'>): boolean {
    return this.filesOf(agent).has(location)
  }

  /** Whether an agent has seen the whole of a file, in whatever state. */
  hasSeenAll(agent: object | undefined, { location }: Pick<FileState, 'location'>): boolean {
    return this.filesOf(agent).get(location)?.lines.areAll === true
  }

  /**
   * @param content - all bytes of the file now; without them another version counts as another content.
   * @throws FileError `FS_STALE_VERSION` where an agent has seen a file with another content than this.
   */
  refuseStale(
    agent: object | undefined,
    path: string,
    { location, version }: FileState,
    content?: Uint8Array,
  ): void {
    const seen = this.filesOf(agent).get(location)
    if (seen === undefined || seen.version === version) return
    if (seen.digest !== undefined && content !== undefined && contentDigest(content) === seen.digest) return
    throw new FileError(
      'FS_STALE_VERSION',
      path,
      'has changed since you read it, perhaps by a command, and was left as it is; read it again, then repeat the change',
    )
  }

  private noteChanged(
    agent: object | undefined,
    { location, version, digest }: FileState,
    before: FileState | undefined,
    lines: SeenLines,
  ): void {
    const files = this.filesOf(agent)
    const earlier = files.get(location)?.replaced ?? []
    const replaced = before === undefined ? earlier : [...earlier, before.version].slice(-mostReplaced)
    remember(files, location, { version, replaced, digest, lines })
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
