import { toolDefinitions } from '@millrace/tools'
import type { Io } from '../../io.ts'
import { withRecordedTools, type RecordedTools } from '../../replay/recorded-tools.ts'
import { openDefault } from '../../with-workspace.ts'
import type { Workspace } from '../../workspace.ts'

/**
 * The tools whose calls sessions of a workspace may have: those that it has now, and those of the command that it has not, such
 * as that of a search engine that was there then. None of them runs.
 */
export async function toolsOfSessions(
  { tools, agent }: Pick<Workspace, 'tools' | 'agent'>,
  env: Io['env'],
): Promise<RecordedTools> {
  const own = toolDefinitions(tools, agent)
  const names = new Set(own.map(({ name }) => name))
  const usual = await withRecordedTools(openDefault, [], env, (found) => Promise.resolve(found.all))
  const all = [...own, ...usual.filter(({ name }) => !names.has(name))]
  const byName = new Map(all.map((tool) => [tool.name, tool]))
  return { all, get: (name) => byName.get(name) }
}
