import fc from 'fast-check'
import type { ToolDefinition } from '@millrace/tools'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { inShell, openShell } from './support/in-shell.ts'

const shell = inShell()
const args: Readonly<Record<string, object>> = {
  bash: { command: 'rm -rf build', cwd: 'sub' },
  job_list: {},
  job_output: { job: 'j1' },
  job_stop: { job: 'j1' },
}

const tools = (): ToolDefinition[] =>
  Object.keys(args).map((name) => {
    const tool = shell.runtime.get(name)
    if (tool === undefined) throw new Error(`there is no ${name}`)
    return tool
  })

describe('commandTools', () => {
  verifies(['contract:R10'], 'say what they change and touch, and whether they may overlap', () => {
    expect(tools().map(({ effects }) => effects)).toEqual(['other', 'none', 'none', 'idempotent'])
    const overlap = tools().map((tool) => tool.isConcurrencySafe?.(args[tool.name]))
    expect(overlap).toEqual([false, true, true, false])
    expect(shell.runtime.get('bash')?.touches?.(args['bash'])).toEqual({
      paths: [{ path: 'sub', access: 'read' }],
      argv: [['bash', '-c', 'rm -rf build']],
    })
  })

  verifies(['fault:B046'], 'outlast the longest time limit and the longest wait', () => {
    expect(shell.runtime.get('bash')?.timeoutMs).toBeGreaterThan(600_000 + 10_000)
    expect(shell.runtime.get('job_output')?.timeoutMs).toBeGreaterThan(60_000 + 10_000)
  })

  verifies(
    ['fault:B120'],
    'show any log without failing, and a failed call without a card of their own',
    () => {
      const meta = fc.oneof(
        fc.jsonValue(),
        fc.record(
          {
            output: fc.oneof(fc.string(), fc.jsonValue()),
            exitCode: fc.oneof(fc.integer(), fc.jsonValue()),
            signal: fc.oneof(fc.string(), fc.jsonValue()),
            timedOut: fc.jsonValue(),
            omitted: fc.oneof(
              fc.record({ bytes: fc.nat(), lines: fc.nat(), at: fc.jsonValue() }),
              fc.jsonValue(),
            ),
            job: fc.jsonValue(),
            jobs: fc.oneof(fc.nat(), fc.jsonValue()),
            running: fc.oneof(fc.nat(), fc.jsonValue()),
            notes: fc.jsonValue(),
          },
          { requiredKeys: [] },
        ),
      )
      fc.assert(
        fc.property(meta, fc.boolean(), (value, isError) => {
          const logged = JSON.parse(JSON.stringify({ content: [], isError, meta: value })) as never
          for (const tool of tools()) {
            const view = tool.presentResult?.(args[tool.name], logged)
            expect(view === undefined || (!isError && ['terminal', 'generic'].includes(view.card))).toBe(true)
          }
        }),
      )
    },
  )

  test('advise no job where the host keeps none, and say what becomes of one', async () => {
    const own = await openShell({ keepsJobs: false })
    const told = JSON.stringify(own.runtime.schemas().find(({ name }) => name === 'bash'))
    expect(told).not.toMatch(/job/)
    expect(told).toContain('ends with the call')
    expect(own.runtime.get('job_list')?.description).toContain('ends with the call')
    const left = await own.call('bash', { command: 'echo a; sleep 300 &' })
    expect(left.text).toBe(
      'a\n[exit code 0; what it left behind is running; it ends with this host, which keeps no jobs]',
    )
    expect(left.value).not.toHaveProperty('job')
    expect(left.resultView).not.toHaveProperty('job')
    const long = await own.call('bash', { command: 'seq 1 100000' })
    expect(long.text).not.toContain('job_output')
    expect(long.text).toContain(`all output in ${own.spillFolder}`)
    await own.close()
  })

  test('cost a model little to know', () => {
    // About four characters a token.
    expect(JSON.stringify(shell.runtime.schemas()).length / 4).toBeLessThan(600)
  })
})
