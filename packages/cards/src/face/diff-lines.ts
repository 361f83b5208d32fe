import { diffArrays } from 'diff'

/** One line of a comparison. */
export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
  /** Set on a last line without a line break, where the other side ends with one. */
  readonly isUnended?: true
}

/**
 * Beyond so many changed lines everything is shown as replaced, which is true but less fine. A limit by
 * count, not by time: a replay must show what was shown live.
 */
const mostEdits = 2_000

/**
 * What changed between two texts, line by line. Carriage returns stay where they may be what changed: where not all
 * lines of both texts end with one.
 */
export function diffLines(before: string, after: string): DiffLine[] {
  const isCrlf = endsInCrlf(before) && endsInCrlf(after)
  const isEndEqual = before.endsWith('\n') === after.endsWith('\n') || before === '' || after === ''
  const [old, now] = [before, after].map((text) => linesWithBreaks(text, isEndEqual)) as [string[], string[]]
  const line =
    (kind: DiffLine['kind']) =>
    (each: string): DiffLine => {
      const text = each.endsWith('\n') ? each.slice(0, -1) : each
      const shown = text.endsWith('\r') && (isCrlf || kind === 'same') ? text.slice(0, -1) : text
      return each.endsWith('\n') ? { kind, text: shown } : { kind, text: shown, isUnended: true }
    }
  return compared(old, now, line)
}

type Made = (kind: DiffLine['kind']) => (each: string) => DiffLine

/** The comparison of what both do not begin and end with alike, and what they do. */
function compared(before: string[], after: string[], line: Made): DiffLine[] {
  const least = Math.min(before.length, after.length)
  let head = 0
  while (head < least && before[head] === after[head]) head++
  let tail = 0
  while (tail < least - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++
  const [old, now] = [before.slice(head, before.length - tail), after.slice(head, after.length - tail)]
  const isOneSided = old.length === 0 || now.length === 0
  const changes = isOneSided ? undefined : diffArrays(old, now, { maxEditLength: mostEdits })
  const middle =
    changes === undefined
      ? [...old.map(line('removed')), ...now.map(line('added'))]
      : changes.flatMap(({ added, removed, value }) =>
          value.map(line(added ? 'added' : removed ? 'removed' : 'same')),
        )
  const same = line('same')
  return [...before.slice(0, head).map(same), ...middle, ...before.slice(before.length - tail).map(same)]
}

/** The lines of a text with their breaks; the last one gets one too where both texts end alike. */
function linesWithBreaks(text: string, isEndEqual: boolean): string[] {
  const lines = text.split('\n')
  const last = lines.pop() ?? ''
  const ended = lines.map((line) => `${line}\n`)
  if (last !== '') ended.push(isEndEqual ? `${last}\n` : last)
  return ended
}

/** Whether every line break of a text is a carriage return and a line feed. */
function endsInCrlf(text: string): boolean {
  return !/(?<!\r)\n/.test(text)
}
