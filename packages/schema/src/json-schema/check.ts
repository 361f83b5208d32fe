import type { Capture } from '../json/capture.ts'
import type { Place } from '../json/path.ts'
import { Taint } from '../json/taint.ts'
import type { Plan } from './plan.ts'
import type { Message } from './report.ts'
import { Report } from './report.ts'

/** Up to this height a plan may answer by recursion; the stack has room for several times as much. */
export const recursiveHeight = 1_000

/** More violations of one value are only counted. */
const mostViolations = 100

/** Of one alternative so many are kept. */
const mostReasons = 3

/** What is still to be done, for one report. */
interface Step {
  readonly report: Report
  readonly run: (check: Check) => void
}

/**
 * One walk of a value and a plan together, without recursion. Every pair of a plan and a value is visited once,
 * so that the cost is linear, unions included.
 */
export class Check {
  readonly #taint: Taint | undefined
  readonly #capture: Capture | undefined
  /** Only whether there is a violation matters. */
  readonly #brief: boolean
  readonly #steps: Step[] = []
  #next: Step[] = []
  #report: Report

  /** @param capture - where the value comes from, unless it is a snapshot. */
  constructor(report: Report, brief: boolean, capture?: Capture) {
    this.#report = report
    this.#brief = brief
    this.#capture = capture
    this.#taint = capture === undefined || capture.lossless ? undefined : new Taint(capture)
  }

  /** Judges a value into the report that the walk was made with. */
  run(plan: Plan, value: unknown): void {
    const whole = this.#report
    this.later(plan, value, undefined)
    this.#schedule()
    for (let step = this.#steps.pop(); step !== undefined; step = this.#steps.pop()) {
      if (this.#brief && step.report.count > 0) continue
      if (this.#brief && whole.count > 0) return
      this.#report = step.report
      step.run(this)
      this.#schedule()
    }
  }

  /** Notes a violation. */
  fail(place: Place | undefined, message: Message): void {
    this.#report.add(place, message)
  }

  /** Goes on with a part of the value, or with the same value and another plan. */
  later(plan: Plan, value: unknown, place: Place | undefined, report: Report = this.#report): void {
    if (!this.#brief || plan.height > recursiveHeight) {
      this.#next.push({ report, run: (check) => plan.check(value, place, check) })
    } else if (!plan.accepts(value)) report.add(place, String)
  }

  /** Does something after everything that was handed on before it. */
  afterwards(run: () => void): void {
    this.#next.push({ report: this.#report, run })
  }

  /** A report that keeps the violations of one alternative apart. */
  alternative(place: Place | undefined): Report {
    return this.#report.about(place, mostReasons)
  }

  /** Whether a part of the value is lossless JSON through and through. */
  isLossless(part: unknown): boolean {
    return this.#taint === undefined || this.#taint.isClean(part)
  }

  /** Why a container could not be read as it is; `undefined` where it could. */
  defectOf(container: unknown): string | undefined {
    return this.#capture?.defects?.get(container)
  }

  /** What was handed on last is done first and in its order, so that lines come in the order of the walk. */
  #schedule(): void {
    for (let step = this.#next.pop(); step !== undefined; step = this.#next.pop()) this.#steps.push(step)
  }
}

/** Whether a plan of any height accepts a snapshot. */
export function acceptsAtAnyHeight(plan: Plan, value: unknown): boolean {
  const report = new Report('', 0)
  new Check(report, true).run(plan, value)
  return report.count === 0
}

/** Why a plan does not accept a value, one line each. */
export function explainValue(plan: Plan, value: unknown, root: string, capture?: Capture): string[] {
  const report = new Report(root, mostViolations)
  new Check(report, false, capture).run(plan, value)
  return report.lines()
}
