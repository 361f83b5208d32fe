import { createServer } from 'node:http'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AddressInfo } from 'node:net'
import { Context } from '@deepseek-ai/cordis'
import { ConfinedRoot } from '@millrace/host'
import { confinedFiles, workspaceTools } from '@millrace/toolbox'
import { ToolRuntime } from '@millrace/tools'
import { expect, onTestFinished } from 'vitest'
import type { Place, Stage, Surroundings } from '../stage.ts'

async function opened({ project }: Place): Promise<Pick<Surroundings, 'root'>> {
  const root = await ConfinedRoot.open(project)
  onTestFinished(() => root.close())
  return { root }
}

/** A runtime that has the tools for files. */
async function withFiles(place: Place): Promise<Pick<Surroundings, 'ctx' | 'root'>> {
  const ctx = new Context()
  await ctx.plugin(ToolRuntime)
  const { root } = await opened(place)
  for (const tool of workspaceTools(confinedFiles(root))) ctx.tools.register(tool)
  return { ctx, root }
}

const host = 'docs/en/packages/host.md'
const policies = 'docs/en/packages/policies.md'

/** Programs about the machine, and about policies and tools over it. */
export const fileStages: readonly Stage[] = [
  { page: host, set: opened },
  {
    page: host,
    about: "root.change('notes/today.md'",
    set: opened,
    holds: ({ place }) =>
      expect(readFileSync(join(place.project, 'notes/today.md'), 'utf8')).toBe('One more line.\n'),
  },
  {
    page: host,
    about: "args: ['-c', 'npm test']",
    holds: ({ made, printed }) => {
      expect(printed).toContain('all of them passed')
      expect(made['exitCode']).toBe(0)
    },
  },
  {
    page: host,
    about: 'guardedClient(',
    holds: ({ made }) => expect(made).toMatchObject({ status: 200, truncated: false }),
  },
  { page: 'docs/en/packages/toolbox.md', set: opened },
  {
    page: 'docs/en/packages/toolbox.md',
    about: 'changePreview(',
    set: opened,
    holds: ({ printed }) => expect(printed).toMatch(/notes\.md/),
  },
  { page: policies, set: opened },
  {
    page: policies,
    about: "ctx.permissions.test('Bash(npm test && git push)')",
    holds: ({ made }) => expect(made['verdict']).toBe('deny'),
  },
  {
    page: policies,
    about: 'boundContent(',
    set: withFiles,
    holds: ({ made }) => expect(JSON.stringify(made['content'])).toContain('a line to read'),
  },
]

/** A server in the place of the one that pages ask. @returns its `host:port`. */
export async function statusServer(): Promise<{ readonly at: string; readonly close: () => void }> {
  const server = createServer((_request, response) => response.end('fine\n'))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return { at: `127.0.0.1:${port}`, close: () => void server.close() }
}
