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

/** Answers for the requests to servers with what was logged in to. */
export async function serverAuthorization(
  env: Io['env'],
): Promise<Exclude<McpOptions['authorization'], undefined>> {
  const { authorizations } = await import('@millrace/mcp/login')
  return authorizations(await loginSurroundings(env))
}

/** The tokens as they are now, which must not be shown. Those that replace them later are not among them. */
export async function loginSecrets(env: Io['env']): Promise<readonly string[]> {
  const { store } = await loginSurroundings(env)
  return (await store.secrets()).filter(isRedactable)
}
