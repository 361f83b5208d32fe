import { join } from 'node:path'
import { privateDisk } from '@millrace/host'
import type { McpOptions } from '@millrace/mcp'
import type { LoginSurroundings } from '@millrace/mcp/login'
import { isRedactable } from '@millrace/protocol'
import type { Io } from '../io.ts'
import { stateFolder } from '../state-folder.ts'

/** Whoever uses the command; hosts with several people name each. */
const principal = 'local'

/** Where the logins of this user are kept. */
export async function loginSurroundings(env: Io['env']): Promise<LoginSurroundings> {
  const { tokenStore } = await import('@millrace/mcp/login')
  const disk = await privateDisk(join(stateFolder(env), 'mcp', 'tokens'))
  return { store: tokenStore(disk), principal }
}

/**
 * Answers for the requests to servers with what was logged in to.
 * @param hide - told of what must not be shown, before anything is sent with it.
 */
export async function serverAuthorization(
  env: Io['env'],
  hide: (secrets: readonly string[]) => void,
): Promise<Exclude<McpOptions['authorization'], undefined>> {
  const { authorizations } = await import('@millrace/mcp/login')
  const onSecrets = (secrets: readonly string[]): void => hide(secrets.filter(isRedactable))
  return authorizations({ ...(await loginSurroundings(env)), onSecrets })
}
