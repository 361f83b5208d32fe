import { privateHostReason } from '@millrace/host'
import type { PreToolDecision, ToolExecution } from '@millrace/tools'
import { messageOf } from '../failures/message-of.ts'
import type { ToolLookup } from '../guard/workspace-guard.ts'
import type { WebOperations } from './operations.ts'

/** Decides about a call before anybody is asked, or leaves it to the next one. */
export type PreExecuteListener = (
  exec: Readonly<ToolExecution>,
  next: () => Promise<PreToolDecision>,
) => Promise<PreToolDecision>

/**
 * A listener for `tools/pre-execute` that denies a call whose `touches` name a host that its spelling alone shows
 * not to be public. What leads to a private address by its name is refused when the connection is made. A tool that
 * fails to say what it touches, or names something that is no host, is denied as well.
 * @param web - knows the places that the operator opened; without it there are none.
 */
export function webPolicy(
  lookup: ToolLookup,
  web: Pick<WebOperations, 'refusal'> = { refusal: (place) => privateHostReason(place) },
): PreExecuteListener {
  return async (exec, next) => {
    const reason = refusalOf(exec, lookup, web)
    return reason === undefined ? next() : { kind: 'deny', reason, rule: 'web' }
  }
}

function refusalOf(
  exec: Readonly<ToolExecution>,
  lookup: ToolLookup,
  web: Pick<WebOperations, 'refusal'>,
): string | undefined {
  const tool = lookup(exec.name, exec)
  if (tool?.touches === undefined) return undefined
  try {
    const { hosts = [] } = tool.touches(exec.arguments)
    for (const host of hosts) {
      if (typeof host !== 'string') return `tool "${exec.name}" touches a host that is not text`
      const reason = web.refusal(host)
      if (reason !== undefined) return reason
    }
    return undefined
  } catch (error) {
    return `tool "${exec.name}" failed to say which hosts it touches: ${messageOf(error)}`
  }
}
