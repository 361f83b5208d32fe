import { createTools, type ToolRuntime } from '@millrace/tools'
import { testTool } from '@millrace/testkit'
import { expect } from 'vitest'
import type { Stage } from '../stage.ts'

const reply = testTool({ name: 'reply', returns: 'said' })

/** Programs about tools, programs that call them, and tests. */
export const firstStages: readonly Stage[] = [
  {
    page: 'README.md',
    about: "tools.guard((call) => (call.name === 'greet'",
    holds: ({ made }) => {
      expect(made['result']).toMatchObject({ isError: true, error: { message: 'set POLITE first' } })
    },
  },
  {
    page: 'docs/en/packages/code-mode.md',
    about: "name: 'run_code'",
    holds: ({ made }) => {
      expect(made['result']).toMatchObject({ isError: false, value: { logs: [], result: [4, 6] } })
    },
  },
  {
    page: 'docs/en/packages/tools.md',
    about: 'class Approval extends Service',
    holds: async ({ made }) => {
      const tools = made['tools'] as ToolRuntime
      tools.register(testTool({ name: 'bash' }))
      const { signal } = new AbortController()
      const result = await tools.execute({ callId: '1', name: 'bash', arguments: {}, agent: {}, signal })
      expect(JSON.stringify(result)).toContain('nobody is here to look at bash')
    },
  },
  {
    page: 'docs/en/packages/scope.md',
    set: () => ({ ctx: createTools({ tools: [] }).ctx, reply }),
  },
  {
    page: 'docs/en/packages/schema.md',
    about: 'snapshotJsonValue(',
    holds: ({ made }) => {
      const violations = made['violations'] as (value: unknown) => readonly string[]
      const told = violations({ pth: 'x', mode: 'txt' }).join('\n')
      expect(told).toContain('missing required property "path"')
      expect(told).toContain('"pth" is not declared, did you mean it?')
      expect(told).toContain('"mode" must be one of ["text","bytes"]; did you mean "text"?')
    },
  },
  { page: 'docs/en/packages/testkit.md', set: () => ({ reply }) },
]
