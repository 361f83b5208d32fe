import { isHarnessError } from '@millrace/protocol'
import type { Workspace } from '../workspace.ts'

/**
 * Looks for what keeps commands in, once. Where one is required and none works, each call of a command says so: whoever asks for
 * something else is told of that all the same.
 * @returns why there is none, where there has to be one.
 */
export async function lookForSandbox(workspace: Pick<Workspace, 'openSandbox'>): Promise<string | undefined> {
  try {
    await workspace.openSandbox?.()
    return undefined
  } catch (error) {
    if (!isHarnessError(error) || !error.code.startsWith('SANDBOX_')) throw error
    return error.message
  }
}
