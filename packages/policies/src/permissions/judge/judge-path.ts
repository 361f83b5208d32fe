import { isProtected } from '@millrace/host'
import { shown } from '@millrace/protocol'
import type { TouchedPath } from '../call/touched.ts'
import type { Within } from '../command/reading.ts'
import { beneath, type Place } from '../rules/paths.ts'
import { allowingRule, placesOf, strictRule, type Circumstances } from './circumstances.ts'
import { allowed, asks, byRule, strictest, type Judgement } from './judgement.ts'

/** Who touches a path, and what already speaks for it. */
export interface Toucher {
  readonly tool: string
  /** Which names in a folder it reads, if it reads all that is there: with or without those that begin with a dot. */
  readonly searches?: Within | undefined
  /** Where a rule about the whole call, or about the very program, lets it go without one about the path. */
  readonly covered: 'nowhere' | 'workspace' | 'everywhere'
}

/** What is decided about one path. */
export function judgePath(c: Circumstances, touched: TouchedPath, by: Toucher): Judgement {
  const [spelled, ...real] = placesOf(c, touched.path).map((place) =>
    judgePlace(c, place, touched.access, by),
  )
  return spelled === undefined ? asks('names no path') : strictest(spelled, ...real)
}

function judgePlace(c: Circumstances, place: Place, access: 'read' | 'write', by: Toucher): Judgement {
  const strict = strictPath(c, place, access, by)
  if (strict !== undefined) return strict
  const rule = allowingRule(c, (index) => index.ofPath(by.tool, place, access, c.now))
  if (rule !== undefined) return byRule(rule)
  if (by.covered === 'everywhere' || (by.covered === 'workspace' && place.inside))
    return allowed('is allowed by its rule')
  return conduct(c, place, access)
}

/** What no rule that allows can outweigh. */
export function strictPath(
  c: Circumstances,
  place: Place,
  access: 'read' | 'write',
  by: Pick<Toucher, 'tool' | 'searches'>,
): Judgement | undefined {
  const rule = strictRule(c, (index) => index.ofPath(by.tool, place, access, c.now))
  if (rule?.list === 'deny') return byRule(rule)
  if (access === 'write' && isProtectedPlace(c, place)) {
    return rule ? byRule(rule) : asks(`changes ${shown(place.spelled)}, which is protected`)
  }
  if (rule !== undefined) return byRule(rule)
  return access === 'read' && by.searches ? strictSearch(c, place, by.searches) : undefined
}

/** A search reads whatever lies in a folder, and a pattern stands for whatever lies in its folder. */
function strictSearch(c: Circumstances, place: Place, searches: Within): Judgement | undefined {
  const rule = strictRule(c, (index) => index.withinFolder(place, searches, c.now))
  return rule && { verdict: 'ask', reason: `reads where ${byRule(rule).reason}`, rule }
}

function conduct(c: Circumstances, place: Place, access: 'read' | 'write'): Judgement {
  if (c.mode === 'bypass') return allowed('the mode is bypass')
  const path = shown(place.spelled)
  const where = place.inside ? '' : ', which is outside the workspace'
  if (access === 'write') {
    if (place.inside && c.mode === 'accept-edits') return allowed('the mode is accept-edits')
    return asks(`no rule allows changing ${path}${where}`)
  }
  if (place.inside) return allowed('only reads in the workspace')
  return asks(`no rule allows reading ${path}${where}`)
}

/** Whether a change there may make programs do something else. */
function isProtectedPlace({ bases }: Circumstances, { inside, spelled }: Place): boolean {
  if (!inside) return isProtected(spelled)
  // Where the workspace is the home folder, its folders have the meaning of those.
  const isHome = bases.home !== undefined && beneath(bases.home, bases.root)?.length === 0
  return isProtected(isHome ? `~/${spelled}` : `./${spelled}`)
}
