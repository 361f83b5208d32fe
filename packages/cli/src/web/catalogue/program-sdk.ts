import { toolDefinitions } from '@millrace/tools'
import type { ProgramSdk } from '@millrace/web/wire'
import type { Workspace } from '../../workspace.ts'

/** What programs can call, in TypeScript; what produces it is loaded only for that. */
export async function programSdk({ tools, agent }: Pick<Workspace, 'tools' | 'agent'>): Promise<ProgramSdk> {
  const { sdkDeclarations } = await import('@millrace/code-mode')
  return { declarations: sdkDeclarations(toolDefinitions(tools, agent)) }
}
