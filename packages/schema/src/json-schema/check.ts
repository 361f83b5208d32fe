import type { Capture } from '../json/capture.ts'
import type { Place } from '../json/path.ts'
import { Taint } from '../json/taint.ts'
import { beginJudgement, endJudgement, recall, remember } from './judgement.ts'
import type { Plan } from './plan.ts'
import type { Message } from './report.ts'
import { Report } from './report.ts'

/** Up to this height a plan may answer by recursion; the stack has room for several times as much. */
const recursiveHeight = 1_000

/** After so many parts a judgement remembers results. */
const fewParts = 10_000
/** After so many parts an explanation passes over whatever is accepted: it may be shared parts again and again. */
const manyParts = 100_000
/** After so many parts it ends, once there is something to say. */
const mostParts = 1_000_000

/** More violations of one value are only counted. */
const mostViolations = 100

/** Of one alternative so many are kept. */
const mostReasons = 3

/** What is still to be done, for one report. */
interface Step {
  readonly report: Report
  readonly run: (check: Check) => void
}

/** The report of steps that are never skipped. */
const always = new Report('', 0)

/**
 * One walk of a value and a plan together, without recursion. Every pair of a plan and a value is visited once,
 * so that the cost is linear, unions included; an explanation visits shared parts wherever they stand, up to a
 * limit.
 */
export class Check {
  /** Only whether there is a violation matters. */
  readonly brief: boolean
  readonly #taint: Taint | undefined
  readonly #capture: Capture | undefined
  readonly #steps: Step[] = []
  readonly #whole: Report
  #next: Step[] = []
  #report: Report
  #parts = 0

  /** @param capture - where the value comes from, unless it is a snapshot. */
  constructor(report: Report, brief: boolean, capture?: Capture) {
    this.#whole = this.#report = report
    this.brief = brief
    this.#capture = capture
    this.#taint = capture === undefined || capture.lossless ? undefined : new Taint(capture)
  }

  /** Judges a value into the report that the walk was made with. */
  run(plan: Plan, value: unknown): void {
    this.later(plan, value, undefined)
    this.#schedule()
    for (let step = this.#steps.pop(); step !== undefined; step = this.#steps.pop()) {
      if (this.brief && step.report.count > 0) continue
      if (this.#parts++ > mostParts && !this.brief && this.#whole.count > 0) return this.#whole.cut()
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
    if (this.brief) {
      this.#judgeLater(plan, value, place, report)
    } else if (this.#parts <= manyParts || typeof value !== 'object' || !this.accepts(plan, value)) {
      this.#next.push({ report, run: (check) => plan.check(value, place, check) })
    }
  }

  /** Does something after everything that was handed on before it. */
  afterwards(run: () => void): void {
    this.#next.push({ report: this.#report, run })
  }

  /** Whether a plan accepts a part of the value; what is not lossless is accepted by none. */
  accepts(plan: Plan, part: unknown): boolean {
    this.#parts++
    return this.isLossless(part) && acceptsPart(plan, part)
  }

  /** Whether an alternative's own reasons would ever be read here. */
  get explainsAlternatives(): boolean {
    return this.#report.isExplained
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

  /** Finds out whether a plan accepts a part, unless that is remembered when its turn comes. */
  #judgeLater(plan: Plan, value: unknown, place: Place | undefined, report: Report): void {
    const conclude = (accepted: boolean): void => {
      if (!accepted) report.add(place, String)
    }
    if (plan.height <= recursiveHeight) return conclude(plan.accepts(value))
    if (this.#parts <= fewParts) {
      this.#next.push({ report, run: (check) => plan.check(value, place, check) })
      return
    }
    const run = (): void => {
      const known = recall(plan, value)
      if (known !== undefined) return conclude(known)
      const own = new Report('', 0)
      const finish = (): void => {
        remember(plan, value, own.count === 0)
        conclude(own.count === 0)
      }
      this.#next.push({ report: own, run: (check) => plan.check(value, place, check) })
      this.#next.push({ report: always, run: finish })
    }
    this.#next.push({ report, run })
  }

  /** What was handed on last is done first and in its order, so that lines come in the order of the walk. */
  #schedule(): void {
    for (let step = this.#next.pop(); step !== undefined; step = this.#next.pop()) this.#steps.push(step)
  }
}

/** Whether a plan of any height accepts a snapshot, as part of a judgement. */
function acceptsPart(plan: Plan, value: unknown): boolean {
  if (plan.height <= recursiveHeight) return plan.accepts(value)
  const known = recall(plan, value)
  if (known !== undefined) return known
  const report = new Report('', 0)
  new Check(report, true).run(plan, value)
  return report.count === 0
}

/** Whether a plan accepts a snapshot. */
export function acceptsValue(plan: Plan, value: unknown): boolean {
  beginJudgement()
  const accepted = acceptsPart(plan, value)
  endJudgement()
  return accepted
}

/** Why a plan does not accept a value, one line each. */
export function explainValue(plan: Plan, value: unknown, root: string, capture?: Capture): string[] {
  const report = new Report(root, mostViolations)
  beginJudgement()
  new Check(report, false, capture).run(plan, value)
  endJudgement()
  return report.lines()
}
