/**
 * What of a folder is read: all names; all that do not begin with a dot; or all, to have the same names in another
 * folder.
 */
export type Within = 'all' | 'visible' | 'moved'

/** A path as a command names it, seen from the workspace or absolute; `.` and `..` are worked out. */
export interface NamedPath {
  /** `src/a.ts`, `../other`, `/etc/hosts`, `~/notes`; `.` is the workspace. A real name that begins with `~` is `./~…`. */
  readonly path: string
  readonly access: 'read' | 'write'
  /** The path is a pattern, and any of the files that it matches is meant. */
  readonly pattern?: true
  /** What lies in this folder is read, too. */
  readonly within?: Within
  /** If it is a folder, names in it are written that stand nowhere in the command. */
  readonly sweeps?: true
  /** Folders of the path that `..` led out of again; where one is a link, the path leads elsewhere. */
  readonly through?: readonly string[]
}

/** One program that a command runs, with everything that is known of what it touches. */
export interface CommandPart {
  /** How it stands in the command. */
  readonly text: string
  /** Program and arguments, as the program will get them; expansions that are not known stand as they are written. */
  readonly argv: readonly string[]
  /** The programs that start it, outermost first: `sudo`, `timeout`, `xargs`; none where the shell does. */
  readonly via: readonly string[]
  readonly paths: readonly NamedPath[]
  /** Hosts that its arguments name, as `host` or `host:port`. */
  readonly hosts: readonly string[]
  /**
   * Why its words alone do not tell what it does: an argument that it runs, a flag that is not known, a place that is
   * not known. Only a rule that spells out every word allows such a part.
   */
  readonly doubt?: string
  /**
   * No rule about its words can mean what it does: it runs what it reads from its input, or what it is in doubt for are
   * words that are not known before it runs.
   */
  readonly unseen?: true
}

/** What a command comes to: all that it runs, at least one part, or why that cannot be told. */
export type CommandReading =
  | { readonly kind: 'parts'; readonly parts: readonly CommandPart[] }
  | { readonly kind: 'unsure'; readonly reason: string; readonly at?: number }
