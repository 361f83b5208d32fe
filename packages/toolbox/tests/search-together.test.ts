import { execFileSync } from 'node:child_process'
import { chmod, symlink } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { FileOperations } from '../src/index.ts'
import { callsOn, guardedTools } from './support/calls.ts'
import { inWorkspace } from './support/in-workspace.ts'
import { fastFolder, oneByOne } from './support/workspace.ts'

const { workspace } = inWorkspace(fastFolder)

const megabyte = 1024 * 1024

/** Files of every kind that a search treats in a way of its own. */
async function plantOddTree(): Promise<void> {
  const text = (lines: number) => Array.from({ length: lines }, (_, line) => `needle ${line}\nhay\n`).join('')
  const many = Array.from({ length: 150 }, (_, index) => [
    `many/${index % 7}/${index}.txt`,
    `needle ${index}\n`,
  ])
  await workspace.put({
    ...Object.fromEntries(many),
    'empty.txt': '',
    'returns.txt': 'a needle\r\nb\r\n',
    'utf16.txt': Buffer.from('\ufeffa needle é', 'utf16le'),
    'marked.txt': '\ufeffneedle at the start',
    'broken.txt': Buffer.from('needle \xff\xfe', 'latin1'),
    'binary.bin': Buffer.from('needle\0'),
    'late-binary.bin': Buffer.from(`${'x'.repeat(9000)}\0needle\n`),
    'whole.txt': `${text(2000).padEnd(megabyte - 7, 'x')} needle`,
    'one-more.txt': `${text(2000).padEnd(megabyte - 6, 'x')} needle`,
    'long.txt': text(200_000),
    'too-large.txt': Buffer.alloc(21 * megabyte, 'needle\n'),
    ...Object.fromEntries(
      Array.from({ length: 12 }, (_, n) => [`large/${n}.txt`, text(50_000).slice(0, megabyte)]),
    ),
    '.ignore': 'ignored\n',
    'ignored/a.txt': 'needle',
    'deep/.gitignore': '*.log\n',
    'deep/er/a.log': 'needle',
    'deep/er/a.txt': 'needle',
    '.hidden/a.txt': 'needle',
    'odd\nname.txt': 'needle',
    'locked/a.txt': 'needle',
  })
  await symlink('empty.txt', workspace.at('link.txt'))
  await symlink('many', workspace.at('link'))
  execFileSync('mkfifo', [workspace.at('pipe')])
}

/** The same files; `counts` says how much came of requests for many at a time. */
function watched(files: FileOperations): { files: FileOperations; counts: { read: number; listed: number } } {
  const counts = { read: 0, listed: 0 }
  const readTogether: FileOperations['readTogether'] = async (...asked) => {
    const contents = (await files.readTogether?.(...asked)) ?? []
    counts.read += contents.filter((bytes) => bytes !== undefined).length
    return contents
  }
  const listTogether: FileOperations['listTogether'] = async (...asked) => {
    const listed = (await files.listTogether?.(...asked)) ?? []
    counts.listed += listed.filter((entries) => entries !== undefined).length
    return listed
  }
  return { files: { ...files, readTogether, listTogether }, counts }
}

async function awaitThread(files: FileOperations): Promise<void> {
  const paths = Array.from({ length: 64 }, () => 'empty.txt')
  while ((await files.readTogether?.(paths, { most: 1 }))?.length === 0) await sleep(5)
}

const searches = [
  ['grep', { pattern: 'needle' }],
  ['grep', { pattern: 'needle \\d*7$', context: 2, maxResults: 2000 }],
  ['grep', { pattern: 'NEEDLE', ignoreCase: true, path: 'many' }],
  ['grep', { pattern: 'nowhere to be found' }],
  ['grep', { pattern: 'needle', include: '**/*.txt' }],
  ['glob', { pattern: '**', maxResults: 2000 }],
  ['glob', { pattern: '{**/*.txt,**/.*/**}', maxResults: 2000 }],
  ['glob', { pattern: '**', sort: 'newest', path: 'deep' }],
] as const

describe.runIf(process.platform === 'linux')('reading many files at a time', () => {
  test('changes nothing of what is found, listed and left out', async () => {
    await plantOddTree()
    const { files, counts } = watched(workspace.files)
    await awaitThread(files)
    await chmod(workspace.at('locked'), 0)
    const slow = callsOn(guardedTools(oneByOne(workspace.files)))
    const fast = callsOn(guardedTools(files))
    try {
      for (const [name, args] of searches) {
        const expected = (await slow(name, args)).value
        // A thread that nobody used for long has ended.
        await awaitThread(workspace.files)
        expect((await fast(name, args)).value).toEqual(expected)
      }
    } finally {
      await chmod(workspace.at('locked'), 0o700)
    }
    expect(counts.read).toBeGreaterThan(500)
    expect(counts.listed).toBeGreaterThan(50)
  })

  test('sees what was written just before', async () => {
    await workspace.put(Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`${n}.txt`, 'old'])))
    await workspace.put({ 'empty.txt': '' })
    await awaitThread(workspace.files)
    const call = callsOn(guardedTools(workspace.files))
    for (const word of ['first', 'second', 'third']) {
      await workspace.put({ '50.txt': word })
      expect((await call('grep', { pattern: word })).value).toMatchObject({
        total: 1,
        files: [{ path: '50.txt' }],
      })
    }
  })
})
