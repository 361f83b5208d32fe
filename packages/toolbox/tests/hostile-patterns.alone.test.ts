import { createTools } from '@millrace/tools'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { globTool } from '../src/glob/tool.ts'
import { sampled } from '../../../tests/support/effort.ts'
import { callsOn } from './support/calls.ts'
import { longestPause } from './support/heartbeat.ts'
import { inWorkspace } from './support/in-workspace.ts'
import { wrapFolders } from './support/workspace.ts'
import type { FileOperations } from '../src/workspace/operations.ts'

const { workspace, call } = inWorkspace()

/** The workspace with so many long names in its top folder, as no disk has to hold them. */
function withLongNames(count: number): FileOperations {
  const entries = Array.from({ length: count }, (_, index) => ({
    name: 'a'.repeat(240) + String(index).padStart(5, '0'),
    kind: 'file' as const,
  }))
  return wrapFolders(workspace.files, (folder) => ({
    ...folder,
    list: async (signal) => [...(await folder.list(signal)), ...entries],
  }))
}

/** As costly as a pattern may be: each long name takes about a million steps. */
const costliest = `${'{a,?}'.repeat(6)}*${'?'.repeat(100)}b?`

describe('hostile patterns', () => {
  verifies(['security:J4', 'fault:B105'], 'many alternatives of a long pattern are refused', async () => {
    await workspace.put({ 'a.txt': '' })
    const { code, text } = await call('glob', { pattern: `${'{a,?}'.repeat(8)}*${'?'.repeat(100)}b` })
    expect(code).toBe('SEARCH_INVALID_PATTERN')
    expect(text).toContain('too many long patterns')
    const many = Array.from({ length: 250 }, (_, index) => `ext${index}`).join()
    expect((await call('glob', { pattern: `**/*.{${many},txt}` })).value).toMatchObject({ total: 1 })
  })

  verifies(['security:J4', 'fault:B105'], 'a costly pattern lets others run between two names', async () => {
    const tools = callsOn(createTools({ tools: [globTool(withLongNames(60))] }))
    const pause = await longestPause(200, async () => {
      expect((await tools('glob', { pattern: costliest })).value).toMatchObject({ total: 0 })
    })
    expect(pause).toBeLessThan(200)
  })

  verifies(['security:J4', 'fault:B105'], 'an abort and the time limit end a costly search', async () => {
    const files = withLongNames(20_000)
    const limited = callsOn(createTools({ tools: [globTool(files, { budgetMs: 200 })] }))
    const started = performance.now()
    expect((await limited('glob', { pattern: costliest })).value).toMatchObject({ incomplete: true })
    expect(performance.now() - started).toBeLessThan(20_000)

    const tools = callsOn(createTools({ tools: [globTool(files)] }))
    const controller = new AbortController()
    const running = tools('glob', { pattern: costliest }, controller.signal)
    await new Promise((resolve) => setTimeout(resolve, 200))
    const aborted = performance.now()
    controller.abort()
    expect((await running).code).toBe('ABORTED')
    expect(performance.now() - aborted).toBeLessThan(10_000)
  })
})

describe('hostile ignore files', () => {
  verifies(
    ['security:J4', 'fault:B105', 'fault:B102'],
    'rules that cost too much are not all honoured, which is told, and hold nobody up',
    async () => {
      const tools = callsOn(createTools({ tools: [globTool(withLongNames(120))] }))
      const told = [{ path: '.gitignore', code: 'SEARCH_RULES_TOO_COSTLY' }]
      const costly = [
        [`*${'?'.repeat(110)}b\n`.repeat(570), 2, undefined],
        ['**/*?*?*?*?*?*?*?*b\n'.repeat(3200), 2, undefined],
        [`*${'[0a]'.repeat(100)}x?\n`.repeat(150), 1, told],
        [`**/*${'?'.repeat(110)}b?\n`.repeat(550), 1, told],
      ] as const
      for (const [rules, ignored, unreadable] of sampled(costly, 2)) {
        await workspace.put({ '.gitignore': `*00119\n${rules}*00001\n` })
        const pause = await longestPause(200, async () => {
          const { value, text } = await tools('glob', { pattern: '**' })
          expect(value).toMatchObject({ total: 120 - ignored, skipped: { ignored } })
          expect((value as { unreadable?: unknown }).unreadable).toEqual(unreadable)
          expect(text.includes('not readable: .gitignore (SEARCH_RULES_TOO_COSTLY)')).toBe(ignored === 1)
        })
        expect(pause).toBeLessThan(200)
      }
    },
  )

  verifies(['fault:B105'], 'many large ignore files do not hold the host up', async () => {
    const rules = '?b\n'.repeat(21_000)
    for (let index = 0; index < 40; index += 1) {
      await workspace.put({
        [`d${index}/.gitignore`]: rules,
        [`d${index}/.ignore`]: rules,
        [`d${index}/a`]: '',
      })
    }
    const pause = await longestPause(200, async () => {
      expect((await call('glob', { pattern: '**' })).value).toMatchObject({ total: 40 })
    })
    expect(pause).toBeLessThan(200)
  })

  test('thousands of ordinary rules are all honoured', async () => {
    const rules = Array.from({ length: 3000 }, (_, index) => `*.x${index}\n/a/**/b${index}/\n`).join('')
    await workspace.put({ '.gitignore': `*.first\n${rules}`, 'a/b/c/d.first': '', 'a/b/c/e.txt': '' })
    const { value } = await call('glob', { pattern: '**' })
    expect(value).toMatchObject({ paths: ['a/b/c/e.txt'], skipped: { unreadable: 0, ignored: 1 } })
  })
})
