/** Some lines of a file, counted from 1. */
interface ShownLines {
  readonly first: number
  /** Below `first` where none was shown. */
  readonly last: number
  /** Lines of the whole file; `Infinity` where nobody knows. */
  readonly total: number
}

/** What a reader got to see of a file. */
export type ShownPart = 'all' | 'nothing' | ShownLines

/** Stretches of lines that are kept apart; of more, the last ones are forgotten. */
const mostStretches = 100

type Stretch = Pick<ShownLines, 'first' | 'last'>

/** Which lines of a file somebody has seen. */
export class SeenLines {
  static readonly none: SeenLines = new SeenLines(false, [])
  static readonly all: SeenLines = new SeenLines(true, [])
  /** Whether there are no others. */
  readonly areAll: boolean
  /** In order and apart. */
  private readonly stretches: readonly Stretch[]

  private constructor(areAll: boolean, stretches: readonly Stretch[]) {
    this.areAll = areAll
    this.stretches = stretches
  }

  /** These lines and others. */
  with(shown: ShownPart): SeenLines {
    if (shown === 'all' || this.areAll) return SeenLines.all
    if (shown === 'nothing') return this
    const joined = withStretch(this.stretches, shown)
    const isAll = shown.total === 0 || (joined[0]?.first === 1 && joined[0].last >= shown.total)
    return isAll ? SeenLines.all : new SeenLines(false, joined.slice(0, mostStretches))
  }
}

function withStretch(stretches: readonly Stretch[], { first, last }: Stretch): Stretch[] {
  if (last < first) return [...stretches]
  const joined: Stretch[] = []
  for (const next of [...stretches, { first, last }].toSorted((a, b) => a.first - b.first)) {
    const before = joined.at(-1)
    if (before === undefined || next.first > before.last + 1) joined.push(next)
    else joined[joined.length - 1] = { first: before.first, last: Math.max(before.last, next.last) }
  }
  return joined
}
