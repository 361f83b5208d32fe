import { escapeVisible } from '@millrace/protocol'
import { toolDefinitions } from '@millrace/tools'
import type { Io } from '../io.ts'
import type { Workspace } from '../workspace.ts'

/** Writes what programs are told of the tools of a folder: how they are called, with the types of what they take and give. */
export async function writeSdk(
  language: 'typescript' | 'python',
  { tools, agent }: Pick<Workspace, 'tools' | 'agent'>,
  io: Io,
): Promise<void> {
  const { sdkText } = await import('@millrace/code-mode')
  const text = sdkText(toolDefinitions(tools, agent), language)
  io.stdout.write(`${escapeVisible(text, { lines: true })}\n`)
}
