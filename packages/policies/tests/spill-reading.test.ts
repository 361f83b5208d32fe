import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commandEnvironment, ConfinedRoot, openProcesses, spillReader } from '@millrace/host'
import { contentText } from '@millrace/protocol'
import {
  commandTools,
  confinedFiles,
  hostProcesses,
  withSpills,
  workspaceGuard,
  workspaceTools,
  type ReadValue,
} from '../../toolbox/src/index.ts'
import type { ToolDefinition } from '@millrace/tools'
import { describe, expect, onTestFinished, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { spill } from '../src/spill.ts'
import { openBench, succeeded, ways, type PolicyBench } from './support/policy-bench.ts'
import { onlyFile, openStore, type TestStore } from './support/spill-folder.ts'

/** All tools on an empty workspace, with the guard and the policy, as a host puts them together. */
async function openHost(
  maxBytes: number,
  ...more: Partial<ToolDefinition>[]
): Promise<PolicyBench & { readonly place: TestStore }> {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-policies-workspace-'))
  const root = await ConfinedRoot.open(folder)
  const place = await openStore()
  const processes = openProcesses()
  onTestFinished(async () => {
    await processes.close()
    await root.close()
    rmSync(folder, { recursive: true })
  })
  const files = withSpills(confinedFiles(root), spillReader(place.store.folder))
  const operations = hostProcesses({
    processes,
    spill: place.store,
    files,
    env: commandEnvironment(process.env),
  })
  const bench = await openBench(...workspaceTools(files), ...commandTools(operations), ...more)
  bench.tools.guard(workspaceGuard((name) => bench.tools.get(name), files))
  await bench.ctx.plugin(spill, { store: place.store, maxBytes, tools: { read: 300_000 } })
  return { ...bench, place }
}

/** The call that a result advises, word for word. */
function advised(shown: string): ReadPlace {
  const [, path = '', offset, column] =
    /read with path=(\S+) offset=(\d+)(?: column=(\d+))? reads on\]$/.exec(shown) ?? []
  return { path, offset: Number(offset), ...(column === undefined ? {} : { column: Number(column) }) }
}

interface ReadPlace {
  readonly path: string
  readonly offset: number
  readonly column?: number
}

/** Where a window says that it continues. */
function continued({ path }: ReadPlace, { offset, next, nextColumn }: TextValue): ReadPlace | undefined {
  if (nextColumn !== undefined) return { path, offset, column: nextColumn }
  return next === undefined ? undefined : { path, offset: next }
}

type TextValue = Extract<ReadValue, { kind: 'text' }>

describe.each(ways)('%s that returns too much', (_, input) => {
  test('says how to read on, and that works as it is said', async () => {
    const lines = Array.from({ length: 9000 }, (__, index) => `line ${index + 1} ${'é'.repeat(index % 50)}`)
    const { call } = await openHost(8192, { name: 'much', execute: async () => lines.join('\n') })
    const shown = contentText((await call('much', {}, input)).content)
    const head = shown.slice(0, shown.indexOf('[…]'))
    const read: string[] = head.trimEnd().split('\n')
    for (let next: ReadPlace | undefined = advised(shown); next !== undefined;) {
      const value = succeeded(await call('read', { ...next }, input)).value as TextValue
      read.push(...value.lines)
      next = continued(next, value)
    }
    expect(read).toEqual(lines)
  })

  test('on one long line says where in that it goes on', async () => {
    const whole = JSON.stringify(Array.from({ length: 30_000 }, (__, index) => `é${index}😀`))
    const { call } = await openHost(8192, { name: 'much', execute: async () => `first\n${whole}\nlast` })
    const shown = contentText((await call('much', {}, input)).content)
    let read = shown.slice(0, shown.indexOf('\n[…]'))
    for (let next: ReadPlace | undefined = advised(shown); next !== undefined;) {
      const value = succeeded(await call('read', { ...next }, input)).value as TextValue
      read += value.column === undefined ? `\n${value.lines.join('\n')}` : value.lines.join('')
      next = continued(next, value)
    }
    expect(read).toBe(`first\n${whole}\nlast`)
  })

  test('may be searched as it is kept, too', async () => {
    const text = Array.from({ length: 9000 }, (__, index) => `line ${index + 1}`).join('\n')
    const { call } = await openHost(8192, { name: 'much', execute: async () => text })
    const { path } = advised(contentText((await call('much', {}, input)).content))
    const found = contentText((await call('grep', { pattern: 'line 4321$', path }, input)).content)
    expect(found).toContain('line 4321')
  })
})

describe('a command that prints too much', () => {
  verifies(['security:C7'], 'names the file with all of it, which can be read', async () => {
    const { call, place } = await openHost(65_536)
    const shown = contentText((await call('bash', { command: 'seq 1 100000' })).content)
    const [, path = ''] = /all output in ([^\]]+?)\]$/.exec(shown) ?? []
    expect(path).toBe(onlyFile(place).path)
    const { value, content } = succeeded(await call('read', { path, offset: 54_321, limit: 2 }))
    expect((value as TextValue).lines).toEqual(['54321', '54322'])
    expect(contentText(content)).toContain('54321\t54321\n')
  })

  verifies(['security:C7'], 'is kept once, also where less is shown than the tool itself would', async () => {
    const { call, place } = await openHost(8192)
    const shown = contentText((await call('bash', { command: 'seq 1 100000' })).content)
    const { path } = onlyFile(place)
    expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(8192)
    expect(shown).toMatch(/exit code 0[^]*the whole output is kept: read with path=\S+ shows it\]$/)
    const [, said = ''] = /read with path=(\S+) shows it\]$/.exec(shown) ?? []
    expect(said).toBe(path)
    const { value } = succeeded(await call('read', { path: said, offset: 99_999 }))
    expect((value as TextValue).lines).toEqual(['99999', '100000'])
  })
})
