import { anyCharacter, holds, without } from './characters.ts'
import { mayBeEmpty, somePart, type LinePattern } from './line-pattern.ts'

const carriageReturn = 0x0d

const theCarriageReturn: LinePattern = { kind: 'one', of: [[carriageReturn, carriageReturn]] }

/** The end of a line, whether or not a carriage return stands there. */
const lineEnd: LinePattern = {
  kind: 'sequence',
  parts: [{ kind: 'repeat', part: theCarriageReturn, least: 0, most: 1 }, { kind: 'end' }],
}

/** What follows the part that is looked at. */
interface Rest {
  /** The end of the line. */
  readonly isEnd: boolean
  /** Something else that takes no character but looks at those around it. */
  readonly asserts: boolean
}

/**
 * The pattern for an engine that takes the carriage return before a line feed for a part of the line. It matches the
 * same lines as the original does without it: `$` may stand before it, and no match may need it. Undefined where that
 * cannot be had, or where empty matches are possible.
 */
export function withCarriageReturns(pattern: LinePattern): LinePattern | undefined {
  if (mayBeEmpty(pattern)) return undefined
  const settled = settle(pattern, { isEnd: false, asserts: false })
  return settled !== undefined && endsOnlyAtEnds(settled) ? settled : undefined
}

/** A part behind which only what may be empty follows; it takes at least one character itself. */
function settle(pattern: LinePattern, rest: Rest): LinePattern | undefined {
  switch (pattern.kind) {
    case 'one':
      return settleRun(pattern, 1, rest)
    case 'repeat':
      return settleRepeat(pattern, rest)
    case 'choice':
      return settleChoice(pattern.branches, rest)
    case 'sequence':
      return settleSequence(pattern.parts, rest)
    case 'start':
    case 'end':
    case 'wordBoundary':
      return undefined
  }
}

function settleChoice(branches: readonly LinePattern[], rest: Rest): LinePattern | undefined {
  const settled: LinePattern[] = []
  for (const branch of branches) {
    const one = settle(branch, rest)
    if (one === undefined) return undefined
    settled.push(one)
  }
  return { kind: 'choice', branches: settled }
}

function settleRepeat(
  { part, least, most }: LinePattern & { kind: 'repeat' },
  rest: Rest,
): LinePattern | undefined {
  if (part.kind === 'one') {
    const isSafe = !holds(part.of, carriageReturn)
    return isSafe ? { kind: 'repeat', part, least, most } : settleRun(part, least, rest)
  }
  const last = settle(part, rest)
  if (last === undefined || most === 1) return last
  const before: LinePattern = { kind: 'repeat', part, least: least - 1, most: most - 1 }
  return { kind: 'sequence', parts: [before, last] }
}

/** Of a run that may take a carriage return the last one must not be that before the line feed. */
function settleRun(
  one: LinePattern & { kind: 'one' },
  count: number,
  { isEnd, asserts }: Rest,
): LinePattern | undefined {
  if (!holds(one.of, carriageReturn)) return one
  if (isEnd || asserts) return undefined
  const inner: LinePattern = {
    kind: 'sequence',
    parts: [theCarriageReturn, { kind: 'one', of: anyCharacter }],
  }
  const others = without(one.of, carriageReturn)
  const last: LinePattern =
    others.length === 0 ? inner : { kind: 'choice', branches: [{ kind: 'one', of: others }, inner] }
  const before: LinePattern = { kind: 'repeat', part: one, least: count - 1, most: count - 1 }
  return count === 1 ? last : { kind: 'sequence', parts: [before, last] }
}

function settleSequence(parts: readonly LinePattern[], around: Rest): LinePattern | undefined {
  let rest = around
  const behind: LinePattern[] = []
  for (let index = parts.length - 1; index >= 0; index -= 1) {
    const part = parts[index]
    if (part === undefined) return undefined
    if (part.kind === 'end') {
      if (rest.isEnd || rest.asserts || behind.length > 0) return undefined
      rest = { ...rest, isEnd: true }
      behind.unshift(lineEnd)
    } else if (part.kind === 'start' || part.kind === 'wordBoundary') {
      rest = { ...rest, asserts: true }
      behind.unshift(part)
    } else if (mayBeEmpty(part)) {
      if (!mayBeLeftOut(part, rest)) return undefined
      behind.unshift(part)
    } else {
      const last = settle(part, rest)
      if (last === undefined) return undefined
      // Without a condition at the end it does not matter what else might be taken.
      const after = rest.isEnd || rest.asserts ? behind : []
      return { kind: 'sequence', parts: [...parts.slice(0, index), last, ...after] }
    }
  }
  return undefined
}

/** Whether a match that takes the carriage return with this part is a match without it as well. */
function mayBeLeftOut(part: LinePattern, { isEnd, asserts }: Rest): boolean {
  if (!mayTakeReturn(part)) return true
  if (asserts) return false
  return !isEnd || (part.kind === 'repeat' && part.least === 0 && part.part.kind === 'one')
}

function mayTakeReturn(pattern: LinePattern): boolean {
  return somePart(pattern, (part) => part.kind === 'one' && holds(part.of, carriageReturn))
}

/** Whether every `$` was replaced by one that knows carriage returns. */
function endsOnlyAtEnds(pattern: LinePattern): boolean {
  return !somePart(pattern, (part) => {
    if (part === lineEnd) return false
    return part.kind === 'sequence' && part.parts.some(({ kind }) => kind === 'end')
  })
}
