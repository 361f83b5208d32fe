import { isProtected } from '@millrace/host'
import { readCommand } from '@millrace/policies/permissions'
import type { SandboxService } from '@millrace/policies/sandbox'
import type { ToolTouches } from '@millrace/tools'

/** Sandboxes that keep protected paths read-only within folders that may be changed. */
const keeping: ReadonlySet<SandboxService['backend']> = new Set(['bubblewrap', 'seatbelt'])

/**
 * What a command would change, as far as that is plain to see, and cannot in its sandbox, whatever the answer is. For a note
 * to a person: nothing may be decided by it.
 * @param keeps - whether the sandbox keeps a protected path, as the settings may open some.
 */
export function readOnlyPaths(
  { argv = [], paths = [] }: ToolTouches,
  state: Pick<SandboxService, 'backend'> | undefined,
  keeps: (path: string) => boolean = isProtected,
): string[] {
  if (state === undefined || !keeping.has(state.backend)) return []
  const folder = paths.find(({ access }) => access === 'read')?.path ?? '.'
  const written = argv.flatMap(([, , command = '']) => {
    const reading = readCommand(command, folder)
    return reading.kind === 'parts' ? reading.parts.flatMap((part) => part.paths) : []
  })
  return [
    ...new Set(written.flatMap(({ path, access }) => (access === 'write' && keeps(path) ? [path] : []))),
  ]
}
