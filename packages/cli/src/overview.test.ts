import { execFileSync } from 'node:child_process'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { folder } from '../tests/folder.ts'
import { terminal } from '../tests/terminal.ts'
import { builtinTools } from './builtin-tools.ts'
import { overview } from './overview.ts'
import { openWorkspace } from './workspace.ts'

const shown = (cwd: string): string => {
  const io = terminal({ cwd })
  overview(io)
  return io.out()
}

describe('the overview', () => {
  test('says what this is, what is here, and four commands to try', () => {
    const text = shown(folder({ 'package.json': '{}' }))
    expect(text).toMatch(/^millrace \d+\.\d+\.\d+ {3}tools for agents, guarded {2,}\/.*\n/)
    expect(text).toContain('3 built in: read, glob, grep')
    expect(text).toContain('none (defaults)')
    expect(text.slice(text.indexOf('Try\n')).match(/^ {2}millrace /gm)).toHaveLength(4)
    expect(text).toContain('millrace call read path=package.json')
    expect(text.endsWith('\n')).toBe(true)
  })

  test('suggests a call that works here', () => {
    expect(shown(folder({ 'README.md': '' }))).toContain('millrace call read path=README.md')
    expect(shown(folder())).toContain("millrace call glob pattern='*'")
  })

  test('names the tools that there are, and rightly says that they only read', async () => {
    const workspace = await openWorkspace(folder())
    const { tools, agent } = workspace
    expect(tools.schemas(agent).map(({ name }) => name)).toEqual(builtinTools)
    expect(builtinTools.map((name) => tools.get(name, agent)?.effects)).toEqual(
      builtinTools.map(() => 'none'),
    )
    await workspace.close()
  })

  test('shortens the home folder, and only it', () => {
    expect(shown(homedir()).split('\n')[0]).toMatch(/ ~( \(git|$)/)
    expect(shown(`${homedir()}-twin`).split('\n')[0]).toContain(`${homedir()}-twin`)
  })

  test('knows the branch, also from a folder inside and when no branch is checked out', () => {
    const heads = { '.git/HEAD': 'ref: refs/heads/feature/x\n', 'src/a.ts': '' }
    expect(shown(join(folder(heads), 'src'))).toContain('(git: feature/x)')
    expect(shown(folder({ '.git/HEAD': `${'ab12'.repeat(10)}\n` }))).toContain('(git: ab12ab1)')
    expect(shown(folder({ '.git': 'gitdir: real\n', 'real/HEAD': 'ref: refs/heads/tree\n' }))).toContain(
      '(git: tree)',
    )
    expect(shown(folder({ '.git/HEAD': 'something else' }))).not.toContain('git:')
  })

  verifies(['security:D1', 'fault:B146'], 'shows a hostile branch and folder name escaped', () => {
    const root = folder({ '.git/HEAD': 'ref: refs/heads/a\u001b[2Jb\u202e\n', 'x\u001b]0;t\u0007/a': '' })
    const text = shown(join(root, 'x\u001b]0;t\u0007'))
    expect(text).toContain(String.raw`a\u{1b}[2Jb\u{202e}`)
    expect(text).toContain(String.raw`x\u{1b}]0;t\u{7}`)
  })

  test('is not held up by a pipe in the place of a file', () => {
    const root = folder({ '.git/config': '' })
    execFileSync('sh', ['-c', 'mkfifo .git/HEAD'], { cwd: root })
    expect(shown(root)).not.toContain('git:')
  })
})
