import type { Place } from '../../json/path.ts'
import type { Check } from '../check.ts'
import type { Hints } from '../hints.ts'
import type { Judge } from '../judgement.ts'
import { isLong, judgement, judgeOnce } from '../judgement.ts'
import type { NodeKind } from '../kind.ts'
import type { Plan } from '../plan.ts'
import { heightAbove } from '../plan.ts'
import type { Report } from '../report.ts'

/** How many branches an explanation shows, and how many reasons of each. */
const shownBranches = 4
const shownReasons = 2

/** A union of which exactly one branch must accept the value. */
export const oneOf: NodeKind = {
  keywords: ['oneOf'],
  legal(node, legality) {
    const branches = legality.list(node['oneOf'], 'an array of at least two schemas', 'oneOf')
    if (branches === undefined) return
    if (branches.length < 2) legality.fail('must have at least two branches', 'oneOf')
    for (const [index, branch] of branches.entries()) legality.child(branch, 'oneOf', index)
  },
  children: (node) => node.oneOf ?? [],
  plan(node, planOf) {
    const branches = (node.oneOf ?? []).map((branch) => planOf(branch))
    return {
      height: heightAbove(branches),
      typeOf: '',
      accepts: acceptsExactlyOne(branches),
      check: (value, place, check) => checkBranches(branches, value, place, check),
    }
  },
}

function acceptsExactlyOne(branches: readonly Plan[]): (value: unknown) => boolean {
  const accept = branches.map((plan) => plan.accepts)
  const judge: Judge = (value, asked) => {
    if (isLong() && asked !== true) return judgeOnce(judge, value)
    judgement.visits += accept.length + 1
    let found = false
    for (let index = 0; index < accept.length; index++) {
      if (accept[index]?.(value) !== true) continue
      if (found) return false
      found = true
    }
    return found
  }
  return judge
}

function checkBranches(
  branches: readonly Plan[],
  value: unknown,
  place: Place | undefined,
  check: Check,
): void {
  if (check.brief) return judgeBranches(branches, value, place, check)
  const matched = branches.flatMap((plan, index) => (check.accepts(plan, value) ? [index + 1] : []))
  if (matched.length === 1) return
  const reports = matched.length === 0 && check.explainsAlternatives ? branches.map(explainBranch) : []
  check.fail(place, (path, detail, hints) => {
    const why = matched.length > 1 ? `: branches ${list(matched)} accept it` : explain(reports, detail, hints)
    return `"${path}" must match exactly one oneOf branch (matched ${matched.length})${why}`
  })

  function explainBranch(plan: Plan): Report {
    const report = check.alternative(place)
    check.later(plan, value, place, report)
    return report
  }
}

/** Notes whether not exactly one branch accepts a value, without recursion and without any words. */
function judgeBranches(
  branches: readonly Plan[],
  value: unknown,
  place: Place | undefined,
  check: Check,
): void {
  const reports = branches.map((plan) => {
    const report = check.alternative(place)
    check.later(plan, value, place, report)
    return report
  })
  check.afterwards(() => {
    if (reports.filter((report) => report.count === 0).length !== 1) check.fail(place, String)
  })
}

function list(matched: readonly number[]): string {
  const shown = matched.slice(0, shownBranches)
  const more = matched.length - shown.length
  return more > 0
    ? `${shown.join(', ')} and ${more} more`
    : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}

/** The branches that came nearest, each with its first reasons. */
function explain(reports: readonly Report[], detail: number, hints: Hints): string {
  if (detail === 0 || reports.length === 0) return ''
  const byNearness = reports
    .map((report, index) => ({ report, number: index + 1 }))
    .filter(({ report }) => report.count > 0)
    .sort((a, b) => {
      return Number(a.report.concernsBase) - Number(b.report.concernsBase) || a.report.count - b.report.count
    })
  const shown = byNearness.slice(0, shownBranches).map(({ report, number }) => {
    return `branch ${number}: ${report.lines(shownReasons, detail - 1, hints).join(', ')}`
  })
  const more = reports.length - shown.length
  return `: ${shown.join('; ')}${more > 0 ? `; and ${more} more branch${more === 1 ? '' : 'es'}` : ''}`
}
