import { shorten } from '../../json/cut.ts'
import type { JsonValue } from '../../json/value.ts'
import { itemsOf } from '../node-reader.ts'
import { violation, type Check, type Plan, type Spot } from '../plan.ts'
import type { Kind } from './kind.ts'

/** How much of the explanation is given: branches, and characters for each. */
const explainedBranches = 5
const explainedLength = 200

/** A value that exactly one of several schemas accepts. */
export const oneOf: Kind = {
  keywords: ['oneOf'],
  legal: (reader) => {
    const branches = itemsOf(reader.members.get('oneOf'))
    if (branches === undefined || branches.length < 2) {
      return reader.report('must be a dense array of at least 2 schemas', 'oneOf')
    }
    for (const [index, branch] of branches.entries()) reader.contains(branch, 'oneOf', index)
  },
  compile: (node, planOf) => {
    const branches = (node.oneOf ?? []).map(planOf)
    return {
      accepts: (value) => matchesOne(branches, value),
      check: (value, at) => checkBranches(branches, value, at),
    }
  },
}

function matchesOne(branches: readonly Plan[], value: JsonValue): boolean {
  let matched = false
  for (const branch of branches) {
    if (!branch.accepts(value)) continue
    if (matched) return false
    matched = true
  }
  return matched
}

function* checkBranches(branches: readonly Plan[], value: unknown, at: Spot): Check {
  const refusals: (string | undefined)[] = []
  for (const branch of branches) {
    const violations = yield branch.check(value, at)
    refusals.push(violations[0])
  }
  const matched = refusals.flatMap((refusal, index) => (refusal === undefined ? [index] : []))
  if (matched.length === 1) return []
  const why = matched.length === 0 ? explain(refusals) : `branches ${matched.join(', ')} accept it`
  return [violation(at, `must match exactly one oneOf branch (matched ${matched.length}): ${why}`)]
}

/** Why each branch failed, by the first reason of each; bounded, however many branches there are. */
function explain(refusals: readonly (string | undefined)[]): string {
  const reasons = refusals
    .slice(0, explainedBranches)
    .map((refusal, index) => `branch ${index}: ${shorten(refusal ?? '', explainedLength)}`)
  const hidden = refusals.length - reasons.length
  return hidden > 0 ? `${reasons.join(', ')}, and ${hidden} more` : reasons.join(', ')
}
