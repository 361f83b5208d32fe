import type { SpillFile, SpillKind } from '@millrace/host'

/** Where content goes that is too large to show: a `SpillStore`, or what is like one. */
export interface SpillPlace {
  /** Where its files are, absolute. */
  readonly folder: string
  /** A new, empty file that nobody else may read. */
  create(name: string, kind?: SpillKind): SpillFile
}

/** Such a place, or a way to open it once something needs it. */
export type SpillSource = SpillPlace | (() => Promise<SpillPlace>)

/** How much content of one result is shown and logged. */
export interface ContentLimits {
  /** Bytes in UTF-8 of all text, with what says that some of it is left out; at least 4,096. */
  readonly maxBytes: number
  /** Bytes of one picture or sound, before they are encoded as text. */
  readonly maxMediaBytes: number
  /** Bytes of all of them together. */
  readonly maxMediaTotalBytes: number
}

/** What the policy needs. All limits have defaults, see `contentLimits`. */
export interface SpillConfig extends Partial<ContentLimits> {
  readonly store: SpillSource
  /** Other `maxBytes` for some tools, by their names; for those that bound what they return themselves. */
  readonly tools?: Readonly<Record<string, number>>
}
