import { nearest } from '@millrace/schema'
import { ToolNotFoundError } from '../errors.ts'
import type { ToolEntry } from '../registry/entry.ts'
import { reservedName } from '../registry/check-definition.ts'
import type { Call } from './call.ts'

/**
 * The tool of the call, as long as its caller still sees that very registration.
 * @throws CodeRuntimeMissingError for `run_code` without Code Mode; ToolNotFoundError for the rest, with the nearest names that the caller can see.
 */
export function currentTool(call: Call): ToolEntry {
  const { name } = call.exec
  const { registry } = call.runtime
  const view = registry.views.of(call.scope)
  if (name === reservedName && view.mode !== 'native') registry.requireTransport(view.mode)
  const current = view.get(name)
  if (current !== undefined && current === call.tool) return current
  const others = view.names().filter((other) => other !== name)
  const near = nearest(name, others).map((other) => `"${other}"`)
  throw new ToolNotFoundError(name, near.length === 0 ? '' : `; did you mean ${near.join(' or ')}?`)
}
