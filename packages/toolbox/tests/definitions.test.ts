import fc from 'fast-check'
import type { ToolDefinition } from '@millrace/tools'
import { createTools } from '@millrace/tools'
import { beforeEach, describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { workspaceTools } from '../src/tools.ts'
import { inWorkspace } from './support/in-workspace.ts'

const { workspace } = inWorkspace()
let tools: ToolDefinition[]

beforeEach(() => {
  tools = workspaceTools(workspace.files)
})

const args = {
  read: { path: 'a' },
  write: { path: 'a', content: 'b' },
  edit: { path: 'a', edits: [{ oldText: 'b', newText: 'c' }] },
  glob: { pattern: 'a' },
  grep: { pattern: 'a' },
}
const argsOf = (tool: ToolDefinition): unknown => args[tool.name as keyof typeof args]

describe('workspaceTools', () => {
  verifies(['contract:R10'], 'say what they change and touch, and whether they may overlap', () => {
    expect(tools.map(({ name }) => name)).toEqual(['read', 'write', 'edit', 'glob', 'grep'])
    const effects = { write: 'idempotent', edit: 'other' } as const
    for (const tool of tools) {
      const changes = tool.name === 'write' || tool.name === 'edit'
      expect(tool.effects).toBe(changes ? effects[tool.name as keyof typeof effects] : 'none')
      const paths = tool.touches?.(argsOf(tool)).paths
      expect(paths?.map(({ access }) => access)).toEqual(changes ? ['read', 'write'] : ['read'])
      expect(tool.isConcurrencySafe?.(argsOf(tool))).toBe(!changes)
      expect(tool.isConcurrencySafe?.({})).toBe(false)
      expect(tool.timeoutMs).toBeGreaterThan(30_000)
      expect(tool.presentCall?.({})).toBeUndefined()
    }
  })

  test('leave out what changes files where that is asked for', () => {
    const names = workspaceTools(workspace.files, { readOnly: true }).map(({ name }) => name)
    expect(names).toEqual(['read', 'glob', 'grep'])
  })

  test('cost a model little to know', () => {
    const runtime = createTools({ tools })
    const characters = JSON.stringify(runtime.schemas()).length
    // About four characters a token.
    expect(characters / 4).toBeLessThan(1100)
  })

  test('show a failed call, and any other log, without a card of their own instead of failing', () => {
    const meta = fc.oneof(
      fc.jsonValue(),
      fc.record(
        Object.fromEntries(
          [
            'path',
            'offset',
            'lines',
            'totalLines',
            'next',
            'invalid',
            'paths',
            'files',
            'truncated',
            'total',
            'skipped',
            'incomplete',
            'changed',
            'created',
            'hunks',
            'added',
            'removed',
            'omittedLines',
            'cutLines',
          ].map((key) => [
            key,
            fc.oneof(
              fc.jsonValue(),
              fc.constant(1),
              fc.constant(true),
              fc.constant([{ path: 'a', matches: [1] }]),
            ),
          ]),
        ),
        { requiredKeys: [] },
      ),
    )
    fc.assert(
      fc.property(meta, fc.boolean(), (value, isError) => {
        const logged = JSON.parse(JSON.stringify({ content: [], isError, meta: value })) as never
        for (const tool of tools) {
          const view = tool.presentResult?.(argsOf(tool), logged)
          if (isError) expect(view).toBeUndefined()
          expect(view === undefined || ['read', 'search', 'diff'].includes(view.card)).toBe(true)
        }
      }),
    )
  })
})
