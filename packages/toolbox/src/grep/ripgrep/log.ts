import { isPlainPath } from './counts.ts'

/** What the log of ripgrep tells of all that it did not search, by paths. */
export interface RipgrepLog {
  readonly ignored: string[]
  readonly hidden: string[]
  readonly special: string[]
  readonly tooLarge: string[]
  /** Files with a NUL byte, and at which offset. */
  readonly binary: { readonly path: string; readonly offset: number }[]
  /** What could not be read. */
  readonly failed: string[]
}

const entry = /^rg: DEBUG\|([\w:]+)\|[^|]*:\d+: (.*)$/
const failure = /^rg: (.*): [^:]* \(os error \d+\)$/
const left = 'ignoring '

/** The reasons, by the module that tells them. */
const reasons: readonly {
  readonly module: string
  readonly pattern: RegExp
  readonly note: (log: RipgrepLog, path: string, detail: string) => void
}[] = [
  {
    module: 'ignore::walk',
    pattern: /^(.*): Ignore\(IgnoreMatch\((Gitignore|Override)\(.*\)\)\)$/,
    note: (log, path, kind) => (kind === 'Override' ? log.hidden : log.ignored).push(path),
  },
  { module: 'ignore::walk', pattern: /^(.*): (\d+) bytes$/, note: (log, path) => log.tooLarge.push(path) },
  {
    module: 'rg::haystack',
    pattern: /^(.*): failed to pass haystack filter: (file type: ).*$/,
    note: (log, path) => log.special.push(path),
  },
  {
    module: 'grep_printer::summary',
    pattern: /^(.*): found binary data at offset (\d+)$/,
    note: (log, path, offset) => log.binary.push({ path, offset: Number(offset) }),
  },
]

/**
 * Reads the log; undefined where a line is not understood: another version, a message that matters, or a name with a
 * line break.
 * @param start - with what every path begins; it is left out.
 */
export function readLog(text: string, start: string): RipgrepLog | undefined {
  const log: RipgrepLog = { ignored: [], hidden: [], special: [], tooLarge: [], binary: [], failed: [] }
  let isComplete = false
  for (const line of text.split('\n')) {
    if (line === '') continue
    const found = entry.exec(line)
    if (found === null) {
      const path = pathBelow(failure.exec(line)?.[1], start)
      if (path === undefined) return undefined
      log.failed.push(path)
      continue
    }
    const [, module = '', message = ''] = found
    isComplete ||= module === 'rg::flags::hiargs'
    if (message.startsWith(left) && !noteReason(log, module, message.slice(left.length), start))
      return undefined
  }
  return isComplete ? log : undefined
}

function noteReason(log: RipgrepLog, module: string, message: string, start: string): boolean {
  for (const reason of reasons) {
    const found = reason.module === module ? reason.pattern.exec(message) : null
    if (found === null) continue
    const path = pathBelow(found[1], start)
    // Such a name could make a line read otherwise than it was meant.
    if (path === undefined || path.includes(': ')) return false
    reason.note(log, path, found[2] ?? '')
    return true
  }
  return false
}

function pathBelow(path: string | undefined, start: string): string | undefined {
  if (path === undefined || !path.startsWith(start)) return undefined
  const below = path.slice(start.length)
  return isPlainPath(below) ? below : undefined
}
