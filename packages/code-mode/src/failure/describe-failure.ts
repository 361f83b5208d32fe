import { excerptOf } from '../program/excerpt.ts'
import { adviceFor } from './advice.ts'
import { capturedOutput } from './captured-output.ts'
import type { FailureReport } from './failure-report.ts'
import { hintFor } from './hints.ts'
import { ledgerText, shapesText } from './ledger-text.ts'
import { bounded, linesShown, nameShown } from './shown-text.ts'

/** UTF-16 units of all but the captured output, and of the message in it. */
const longest = 1_500
const longestMessage = 560
/** Functions that an error came through that are named. */
const mostFrames = 3

/**
 * What a model reads of a failed run: what failed and where, with an excerpt; what may have been meant; what its calls
 * did, and whether that may have changed anything; what to do; and what the program had said. At most 1,500 UTF-16
 * units but for the last. Never throws for anything that a program or a tool can say.
 */
export function describeFailure(report: FailureReport): string {
  const { failure, ledger, limits } = report
  const head = `code run failed (${failure.kind}): ${messageOf(report)}`
  // By what they are worth: where not all fit, the last ones go first.
  const parts: { readonly text: string; readonly order: number }[] = [
    { order: 1, text: placeOf(report) },
    { order: 5, text: failure.kind === 'syntax' ? '' : ledgerText(ledger) },
    { order: 6, text: adviceFor(failure.kind, limits) },
    { order: 3, text: hintFor(report) },
    { order: 4, text: failure.name === 'TypeError' ? shapesText(ledger) : '' },
    { order: 2, text: framesOf(report) },
  ]
  let left = longest - head.length
  const kept = parts.filter(({ text }) => {
    if (text === '' || text.length + 1 > left) return false
    left -= text.length + 1
    return true
  })
  const body = kept.toSorted((one, other) => one.order - other.order).map(({ text }) => text)
  return bounded([head, ...body].join('\n'), longest) + capturedOutput(report.logs, limits.shownBytes)
}

/** The message, with the name of the error unless it is the plain one. */
function messageOf({ failure: { kind, name, message, call }, ledger }: FailureReport): string {
  const text = linesShown(message, longestMessage)
  if (kind === 'tool_error') {
    const made = ledger.find(({ id }) => id === call)
    return made ? `${text} (call #${made.id} of ${nameShown(made.name)}, not caught)` : text
  }
  if (kind !== 'exception' || name === undefined || name === 'Error' || text.startsWith(`${name}:`))
    return text
  return `${nameShown(name)}: ${text}`
}

function placeOf({ program, failure: { at } }: FailureReport): string {
  if (at === undefined) return ''
  const excerpt = excerptOf(program, at)
  return `program.ts:${at.line}:${at.column}${excerpt && `\n${excerpt}`}`
}

/** From where it was called, where there is more to tell than the place: innermost first. */
function framesOf({ failure: { trace = [], at } }: FailureReport): string {
  const callers = trace.slice(1).filter(({ at: { line } }) => line !== at?.line)
  const told = callers.slice(0, mostFrames).map(({ name, at: { line, column } }) => {
    return name === '' || name === '<anonymous>'
      ? `${line}:${column}`
      : `${nameShown(name)} (${line}:${column})`
  })
  return told.length === 0 ? '' : `called from ${told.join(', ')}`
}
