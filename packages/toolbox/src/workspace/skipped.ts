import { isHarnessError } from '@millrace/schema'

/** A reason to leave something out: in words for one and for several, and what falls under it. */
interface Reason {
  readonly one: string
  readonly many?: string
  readonly description: string
}

/** All reasons, in the order in which they are told: what is expected least comes first. */
const reasons = {
  tooLarge: { one: 'too large', description: 'Files over 20 MB.' },
  unreadable: { one: 'unreadable', description: 'Files and folders that could not be read.' },
  binary: { one: 'binary', description: 'Files with a NUL byte near their start.' },
  ignored: { one: 'ignored', description: 'By .gitignore, .ignore or .git/info/exclude.' },
  hidden: { one: 'hidden', description: 'Names with a leading dot.' },
  special: {
    one: 'link or special file',
    many: 'links or special files',
    description: 'Links that are not followed, pipes, sockets, devices.',
  },
} satisfies Record<string, Reason>

/** Why a search leaves something out. */
export type SkipReason = keyof typeof reasons

type Counts<R extends SkipReason> = Record<R, number>

/** Every reason. */
export const skipReasons = Object.keys(reasons) as SkipReason[]

/** The reasons that show without a look at contents. */
export const walkReasons = ['unreadable', 'ignored', 'hidden', 'special'] as const

/** Schema of the counts of these reasons; a folder counts once, with all that it holds. */
export function skippedSchema<R extends SkipReason>(
  counted: readonly R[],
): {
  readonly type: 'object'
  readonly required: true
  readonly additionalProperties: false
  readonly properties: Record<
    R,
    { readonly type: 'integer'; readonly required: true; readonly description: string }
  >
} {
  const properties = recordOf(counted, (reason) => ({
    type: 'integer' as const,
    required: true as const,
    description: reasons[reason].description,
  }))
  return { type: 'object', required: true, additionalProperties: false, properties }
}

/** What was skipped in words, such as `1 too large`; nothing for a reason that did not occur. */
export function skippedParts(skipped: Readonly<Record<string, unknown>>): string[] {
  return Object.entries<Reason>(reasons).flatMap(([reason, { one, many = one }]) => {
    const count = skipped[reason]
    return typeof count === 'number' && count > 0 ? [`${count} ${count === 1 ? one : many}`] : []
  })
}

/** Something that could not be read, and the code of the reason. */
export interface Unreadable {
  path: string
  code: string
}

/** How many unreadable paths are named; all are counted. */
const namedUnreadable = 5

/**
 * Counts what a search leaves out although the pattern could have matched it. A folder counts once, with all that
 * it holds.
 */
export class SkipTally {
  readonly counts: Counts<SkipReason> = recordOf(skipReasons, () => 0)
  /** The first few of what could not be read, in the order of the walk. */
  readonly named: Unreadable[] = []
  private tooManyOpen = false

  /** Notes that a path could not be read; an entry that vanished meanwhile is not there and counts nowhere. */
  failed(path: string, error: unknown): void {
    const code = isHarnessError(error) ? error.code : 'FS_IO'
    if (code === 'FS_NOT_FOUND') return
    if (code === 'FS_TOO_MANY_OPEN') this.tooManyOpen = true
    this.counts.unreadable += 1
    if (this.named.length < namedUnreadable) this.named.push({ path, code })
  }

  /** What the value of a search tells of it. Without descriptors nothing was looked at, so that is incomplete. */
  facts<R extends SkipReason>(
    counted: readonly R[],
  ): { skipped: Counts<R>; unreadable?: Unreadable[]; incomplete?: true; tooManyOpen?: true } {
    const skipped = recordOf(counted, (reason) => this.counts[reason])
    return {
      skipped,
      ...(this.named.length > 0 ? { unreadable: this.named } : {}),
      ...(this.tooManyOpen ? { incomplete: true, tooManyOpen: true } : {}),
    }
  }
}

function recordOf<R extends SkipReason, T>(counted: readonly R[], value: (reason: R) => T): Record<R, T> {
  return Object.fromEntries(counted.map((reason) => [reason, value(reason)])) as Record<R, T>
}
