import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readUpward } from './read-upward.ts'

const names = ['AGENTS.md', 'CLAUDE.md']

let home: string

/** Makes files by their paths below the temporary folder; a path that ends in a slash makes a folder. */
async function tree(files: Record<string, string | Uint8Array>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    const full = join(home, path)
    await mkdir(path.endsWith('/') ? full : join(full, '..'), { recursive: true })
    if (!path.endsWith('/')) await writeFile(full, content)
  }
}

beforeEach(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'upward-')))
})

afterEach(async () => {
  await rm(home, { recursive: true, force: true })
})

describe('readUpward', () => {
  test('reads from the repository down to the folder, and nothing above', async () => {
    await tree({
      'AGENTS.md': 'above',
      'repo/.git/': '',
      'repo/AGENTS.md': 'root',
      'repo/a/AGENTS.md': 'a',
      'repo/a/b/AGENTS.md': 'b',
      'repo/a/b/c/AGENTS.md': 'below',
    })
    const { root, files, skipped } = await readUpward(join(home, 'repo/a/b'), names)
    expect(root).toBe(join(home, 'repo'))
    expect(files.map(({ text }) => text)).toEqual(['root', 'a', 'b'])
    expect(files[1]).toEqual({ path: join(home, 'repo/a/AGENTS.md'), text: 'a', bytes: 1, readBytes: 1 })
    expect(skipped).toEqual([])
  })

  test('takes a file as a marker, as worktrees have it', async () => {
    await tree({ 'repo/.git': 'gitdir: elsewhere', 'repo/AGENTS.md': 'root', 'repo/a/': '' })
    expect((await readUpward(join(home, 'repo/a'), names)).files.map(({ text }) => text)).toEqual(['root'])
  })

  test('looks at the folder alone where there is no marker', async () => {
    await tree({ 'AGENTS.md': 'above', 'plain/AGENTS.md': 'here' })
    const found = await readUpward(join(home, 'plain'), names, { until: '.no-such-marker' })
    expect(found.root).toBe(join(home, 'plain'))
    expect(found.files.map(({ text }) => text)).toEqual(['here'])
  })

  test('takes the second name only in a folder without the first', async () => {
    await tree({
      '.git/': '',
      'AGENTS.md': 'agents',
      'CLAUDE.md': 'not this',
      'a/CLAUDE.md': 'claude',
    })
    expect((await readUpward(join(home, 'a'), names)).files.map(({ text }) => text)).toEqual([
      'agents',
      'claude',
    ])
  })

  test('cuts between code points', async () => {
    await tree({ '.git/': '', 'AGENTS.md': 'aé€𝄞'.repeat(10) })
    for (let maxBytes = 0; maxBytes < 12; maxBytes++) {
      const [file] = (await readUpward(home, names, { maxBytes })).files
      expect('aé€𝄞'.repeat(10).startsWith(file!.text)).toBe(true)
      expect(file!.text.isWellFormed()).toBe(true)
      expect(maxBytes - file!.readBytes).toBeLessThan(4)
      expect(file!.readBytes).toBe(Buffer.byteLength(file!.text))
      expect(file!.bytes).toBe(100)
    }
  })

  test('follows a link within the repository', async () => {
    await tree({ '.git/': '', 'docs/rules.md': 'linked', 'a/': '' })
    await symlink('../docs/rules.md', join(home, 'a/AGENTS.md'))
    expect((await readUpward(join(home, 'a'), names)).files.map(({ text }) => text)).toEqual(['linked'])
  })

  test('does not follow a link out of the repository, and says so', async () => {
    await tree({ 'secret.txt': 'secret', 'repo/.git/': '', 'repo/CLAUDE.md': 'not this either' })
    await symlink('../secret.txt', join(home, 'repo/AGENTS.md'))
    const { files, skipped } = await readUpward(join(home, 'repo'), names)
    expect(files).toEqual([])
    expect(skipped).toEqual([
      { path: join(home, 'repo/AGENTS.md'), problem: expect.stringContaining('outside the root folder') },
    ])
  })

  test('tells of a link that leads nowhere', async () => {
    await tree({ '.git/': '' })
    await symlink('gone.md', join(home, 'AGENTS.md'))
    expect((await readUpward(home, names)).skipped).toEqual([
      { path: join(home, 'AGENTS.md'), problem: 'does not exist' },
    ])
  })

  test('skips folders and pipes without waiting for them', async () => {
    await tree({ '.git/': '', 'AGENTS.md/': '', 'a/': '' })
    execFileSync('mkfifo', [join(home, 'a/AGENTS.md')])
    const { files, skipped } = await readUpward(join(home, 'a'), names)
    expect(files).toEqual([])
    expect(skipped.map(({ problem }) => problem)).toEqual([
      'is a directory, not a file',
      'is a pipe, socket or device, not a regular file',
    ])
  })

  test('skips what is no text', async () => {
    await tree({ '.git/': '', 'AGENTS.md': Uint8Array.of(0xff, 0xfe, 0x41), 'a/AGENTS.md': 'a\0b' })
    const { skipped } = await readUpward(join(home, 'a'), names)
    expect(skipped.map(({ problem }) => problem)).toEqual(['is no text in UTF-8', 'is no text in UTF-8'])
  })

  test.runIf(process.getuid?.() === 0)('does not count a marker that another user put above', async () => {
    await tree({ '.git/': '', 'AGENTS.md': 'planted', 'mine/AGENTS.md': 'mine' })
    execFileSync('chown', ['65534', join(home, '.git')])
    const { files } = await readUpward(join(home, 'mine'), names)
    expect(files.map(({ text }) => text)).toEqual(['mine'])
  })

  test('says which folder cannot be read', async () => {
    await expect(readUpward(join(home, 'gone'), names)).rejects.toMatchObject({ code: 'FS_NOT_FOUND' })
    await expect(readUpward('relative', names)).rejects.toThrow(/absolute path, not "relative"/)
  })
})
