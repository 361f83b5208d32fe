import { writeFileSync } from 'node:fs'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { createTools } from '@millrace/tools'
import type { JsonValue } from '@millrace/protocol'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { grepTool } from '../src/grep/tool.ts'
import { callsOn, type Call } from './support/calls.ts'
import { inWorkspace } from './support/in-workspace.ts'
import { hasRipgrep } from './support/peer-corpus.ts'
import { usingRipgrep } from './support/search-paths.ts'

const { workspace, call } = inWorkspace()

describe.skipIf(!hasRipgrep)('grep with ripgrep', () => {
  const ripgrep = usingRipgrep()

  function accelerated(): Call {
    const accelerator = ripgrep.accelerator(workspace.folder)
    return callsOn(createTools({ tools: [grepTool(workspace.files, { accelerator })] }))
  }

  /** Expects the same value on both ways, and gives why ripgrep was left out. */
  async function compare(args: JsonValue & { pattern: string }): Promise<readonly string[]> {
    const before = ripgrep.fallbacks.length
    const [engine, both] = [await call('grep', args), await accelerated()('grep', args)]
    expect(both.value).toEqual(engine.value)
    return ripgrep.fallbacks.slice(before)
  }

  test('gives the same results over files of every kind', async () => {
    await workspace.put({
      'a.txt': 'needle\nno\nneedle\r\n',
      'b/c.txt': 'x\nneedle',
      'b/.gitignore': '*.log\nout/\n/top.txt\n!keep.log\n',
      'b/x.log': 'needle',
      'b/keep.log': 'needle',
      'b/out/x': 'needle',
      'b/d/top.txt': 'needle',
      'b/top.txt': 'needle',
      'b/.ignore': 'd/**/deep.txt\n',
      'b/d/e/deep.txt': 'needle',
      '.hidden/x': 'needle',
      'b/.env': 'needle',
      binary: 'needle\0',
      'late-binary': `needle\n${'x'.repeat(9000)}\0`,
      'wide.txt': Buffer.from('\ufeffneedle é\nx', 'utf16le'),
      'marked.txt': '\ufeffneedle\n',
      'latin1.txt': Buffer.from('n\xe9edle needle\n', 'latin1'),
      'large.txt': Buffer.concat([Buffer.alloc(20_971_520, 'x\n'), Buffer.from('needle')]),
      'long.txt': `${'é'.repeat(50_000)}needle${'x'.repeat(50_000)}\n`,
      empty: '',
      'é 😀.txt': 'needle',
    })
    await symlink('a.txt', workspace.at('link'))
    for (const args of [
      { pattern: 'needle' },
      { pattern: '^needle$' },
      { pattern: 'NEEDLE', ignoreCase: true },
      { pattern: 'n.edle', context: 2 },
      { pattern: 'needle', maxResults: 3 },
      { pattern: 'e e', literal: true },
      { pattern: 'nothing' },
      { pattern: 'needle', path: 'b' },
      { pattern: 'needle', path: 'b/out' },
      { pattern: 'needle', path: '.hidden' },
    ]) {
      expect(await compare(args)).toEqual([])
    }
  })

  test('gives the same results in repositories, and in those inside them', async () => {
    await workspace.put({
      '.git/info/exclude': 'excluded.txt\n',
      '.gitignore': '*.tmp\nlib/\n',
      'excluded.txt': 'needle',
      'a.tmp': 'needle',
      'lib/x.txt': 'needle',
      'sub/.gitignore': '!a.tmp\n*.md\n',
      'sub/a.tmp': 'needle',
      'sub/b.md': 'needle',
      'inner/.git/HEAD': 'needle',
      'inner/a.tmp': 'needle',
      'inner/lib/x.txt': 'needle',
      'inner/excluded.txt': 'needle',
    })
    expect(await compare({ pattern: 'needle' })).toEqual([])
    expect(await compare({ pattern: 'needle', path: 'sub' })).toEqual([])
    expect(await compare({ pattern: 'needle', path: 'inner' })).toEqual([])
    expect(await compare({ pattern: 'needle', path: 'inner/lib' })).toEqual([])
    expect(await compare({ pattern: 'needle', path: 'lib' })).toEqual([])
  })

  test('gives the same results in a folder of repositories, and in a working tree', async () => {
    await workspace.put({
      '.gitignore': '*.tmp\n',
      'one/.git/HEAD': '',
      'one/.gitignore': '*.log\n',
      'one/a.log': 'needle',
      'one/b.tmp': 'needle',
      'tree/.git': 'gitdir: elsewhere\n',
      'tree/.gitignore': '*.md\n',
      'tree/a.md': 'needle',
      'tree/b.txt': 'needle',
    })
    for (const path of ['.', 'one', 'tree']) await compare({ pattern: 'needle', path })
  })

  test('leaves rules to the engine that not all readers take alike', async () => {
    for (const rule of [
      '\\*.txt',
      'a?.txt',
      '[!a].txt',
      '{a,b}.txt',
      'a.txt ',
      '**',
      '[[:alpha:]].txt',
      'a**b',
    ]) {
      await workspace.put({
        '.gitignore': `${rule}\n`,
        'a.txt': 'needle',
        '{a,b}.txt': 'needle',
        é: 'needle',
      })
      await compare({ pattern: 'needle' })
    }
    await workspace.put({ '.gitignore': '', '.rgignore': 'a.txt\n' })
    await compare({ pattern: 'needle' })
  })

  test('never brings hidden names back, whatever a rule keeps', async () => {
    await workspace.put({ '.gitignore': '*.log\n!.keep\n!*.log\n', '.keep': 'needle', 'a.log': 'needle' })
    await compare({ pattern: 'needle' })
  })

  test('leaves names to the engine that could be taken for something else', async () => {
    await workspace.put({ 'a.txt': 'needle', '.gitignore': 'x*\n' })
    const odd = [
      'x: Ignore(IgnoreMatch(Gitignore(a)))',
      'new\nline',
      'y\nrg: DEBUG|ignore::walk|x:1: ignoring z',
    ]
    for (const name of odd) await writeFile(workspace.at(name), 'needle')
    writeFileSync(Buffer.concat([Buffer.from(`${workspace.folder}/bad`), Buffer.from([0xff])]), 'needle')
    await mkdir(workspace.at('.h\nrg: DEBUG|x|y:1: ignoring z'))
    await compare({ pattern: 'needle' })
  })

  test('counts links but for those to folders, of which ripgrep says nothing', async () => {
    await workspace.put({ 'a/b.txt': 'needle' })
    await symlink('a/b.txt', workspace.at('link'))
    await symlink('nowhere', workspace.at('lost'))
    expect(await compare({ pattern: 'needle' })).toEqual([])
    await symlink('a', workspace.at('folder-link'))
    const special = async (by: Call): Promise<unknown> =>
      ((await by('grep', { pattern: 'needle' })).value as { skipped: unknown }).skipped
    expect(await special(call)).toMatchObject({ special: 3 })
    expect(await special(accelerated())).toMatchObject({ special: 2 })
  })

  verifies(['fault:B103', 'security:C7'], 'neither patterns nor settings become options', async () => {
    await workspace.put({
      'p.sh': '#!/bin/sh\ntouch ran\n',
      config: '--pre=./p.sh\n--hidden\n',
      'a.txt': '-n\n--help\n--pre=./p.sh\n-f/etc/passwd\n--\n',
      '--pre=x': '--help',
    })
    const known = process.env['RIPGREP_CONFIG_PATH']
    process.env['RIPGREP_CONFIG_PATH'] = workspace.at('config')
    try {
      for (const pattern of ['-n', '--help', '--pre=./p.sh', '-f/etc/passwd', '--$']) {
        expect(await compare({ pattern })).toEqual([])
      }
    } finally {
      if (known === undefined) delete process.env['RIPGREP_CONFIG_PATH']
      else process.env['RIPGREP_CONFIG_PATH'] = known
    }
    expect((await call('glob', { pattern: 'ran' })).value).toMatchObject({ total: 0 })
  })

  verifies(['fault:B031'], 'a list as long as the cap is told from one that was cut', async () => {
    for (const [count, truncated] of [
      [199, false],
      [200, false],
      [201, true],
    ] as const) {
      await workspace.put({ 'a.txt': 'X\n'.repeat(100), 'b.txt': 'X\n'.repeat(count - 100) })
      expect(await compare({ pattern: 'X' })).toEqual([])
      expect((await accelerated()('grep', { pattern: 'X' })).value).toMatchObject({ total: count, truncated })
    }
  })

  test('counts all files, and reads only those whose lines it lists', async () => {
    await workspace.put(
      Object.fromEntries(
        Array.from({ length: 300 }, (_, index) => [`f${1000 + index}.txt`, 'needle\n'.repeat(10)]),
      ),
    )
    const read: string[] = []
    const files = {
      ...workspace.files,
      read: ((path, options) => {
        read.push(path)
        return workspace.files.read(path, options)
      }) satisfies typeof workspace.files.read,
    }
    const accelerator = ripgrep.accelerator(workspace.folder)
    const tools = callsOn(createTools({ tools: [grepTool(files, { accelerator })] }))
    const { value } = await tools('grep', { pattern: 'needle' })
    expect(value).toMatchObject({ total: 3000, totalFiles: 300, searched: 300, truncated: true })
    expect(ripgrep.fallbacks).toEqual([])
    expect(read.length).toBeLessThan(50)
  })
})
