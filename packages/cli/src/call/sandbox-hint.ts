import type { Card } from '@millrace/cards'
import type { Workspace } from '../workspace.ts'

/** What programs say where the sandbox keeps a file as it is. */
const readOnly = /Read-only file system|EROFS|Device or resource busy|EBUSY/

/** What they say where it keeps them from a host. */
const refusedHost = /egress list|CONNECT tunnel failed|Proxy response \(403\)|E403/

/** What to do about a command that met the walls of the sandbox, which its own words do not tell of. */
export function sandboxHint({ tool, result }: Card, { ctx }: Workspace): string | undefined {
  if (tool !== 'bash' || result?.card !== 'terminal' || ctx.get('sandbox')?.enforcement !== 'full')
    return undefined
  const output = result.output ?? ''
  if (readOnly.test(output)) {
    return (
      'the sandbox keeps settings such as package.json as they are, and everything outside this folder; "unprotected" in ' +
      'the settings opens one, and --sandbox off runs the command without it'
    )
  }
  if (!refusedHost.test(output)) return undefined
  return 'in the sandbox a host is reached once it is agreed to: "egress" in the settings, or WebFetch(domain:HOST)'
}
