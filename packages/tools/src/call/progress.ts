import type { ToolProgress } from '../contract/execution.ts'
import type { Call } from './call.ts'
import { openAttempt, reportMisuse } from './open-attempt.ts'
import { tell } from './tell.ts'

/** A body that has more to say than this has an output, not news. */
const longestText = 4000

/** Tells the listeners what a body reports of itself. Whatever it reports, the call goes on. */
export function reportProgress(call: Call, reported: unknown): void {
  if (openAttempt(call, 'reportProgress') === undefined) return
  const progress = readProgress(reported)
  if (typeof progress === 'string') reportMisuse(call, 'a progress report', `${progress}; ignored`)
  else tell(call, 'tools/progress', progress)
}

/** A frozen copy of a report, or what is wrong with it. */
function readProgress(reported: unknown): Readonly<ToolProgress> | string {
  try {
    if (typeof reported !== 'object' || reported === null) return 'is not an object { text?, done?, total? }'
    const { text, done, total } = reported as Record<keyof ToolProgress, unknown>
    if (text !== undefined && typeof text !== 'string') return 'has a text that is not a string'
    if (!isAmount(done)) return 'has a "done" that is not a finite number'
    if (!isAmount(total)) return 'has a "total" that is not a finite number'
    return Object.freeze({
      ...(text !== undefined && { text: lastOf(text) }),
      ...(done !== undefined && { done }),
      ...(total !== undefined && { total }),
    })
  } catch {
    return 'cannot be read'
  }
}

function isAmount(value: unknown): value is number | undefined {
  return value === undefined || (typeof value === 'number' && Number.isFinite(value))
}

/** The end of a text, never half a surrogate pair. */
function lastOf(text: string): string {
  return text.length <= longestText ? text : text.slice(-longestText).replace(/^[\udc00-\udfff]/, '')
}
