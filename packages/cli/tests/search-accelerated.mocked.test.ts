import * as host from '@millrace/host'
import { rgPath } from '@vscode/ripgrep'
import { existsSync } from 'node:fs'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { folder } from './folder.ts'
import { json, millrace } from './millrace.ts'

const programs: string[] = []

vi.mock('@millrace/host', async (original) => {
  const real = await original<typeof host>()
  return { ...real, openProcesses: vi.fn(() => noting(real.openProcesses())) }
})

/** The same processes, with the programs noted that they start. */
function noting(processes: host.Processes): host.Processes {
  return Object.assign(Object.create(processes), {
    start: (spec: host.CommandSpec) => {
      programs.push(spec.file)
      return processes.start(spec)
    },
    close: () => processes.close(),
  })
}

afterEach(() => {
  vi.mocked(host.openProcesses).mockClear()
  programs.length = 0
})

const files = { '.gitignore': '*.log\n', 'a.txt': 'needle\n', 'b/c.txt': 'no\nneedle\n', 'd.log': 'needle\n' }

async function value(...words: string[]): Promise<unknown> {
  const ended = await millrace(['call', ...words, '--json'], { cwd: folder(files) })
  expect([ended.status, ended.err()]).toEqual([0, ''])
  return json(ended)['value']
}

describe.skipIf(!existsSync(rgPath))('a search of a folder', () => {
  test('is counted by ripgrep, and gives what the engine alone gives', async () => {
    const counted = await value('grep', 'pattern=needle')
    expect(programs).toEqual([rgPath, rgPath])
    // With a pattern for names the engine searches alone.
    const alone = await value('grep', 'pattern=needle', 'include=**')
    expect(programs).toHaveLength(2)
    expect(counted).toEqual(alone)
    expect(counted).toMatchObject({ total: 2, totalFiles: 2, skipped: { ignored: 1, hidden: 1 } })
  })

  test.each([
    ['read', 'path=a.txt'],
    ['glob', 'pattern=**'],
    ['grep', 'pattern=needle', 'path=a.txt'],
  ])('is the only thing that opens processes: not %s %s', async (...words) => {
    await value(...words)
    expect(host.openProcesses).not.toHaveBeenCalled()
  })
})
