import { mkdir, symlink } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { countFolders, wrapFolders } from '../../tests/support/workspace.ts'
import { parseGlob } from '../patterns/glob-pattern.ts'
import type { FileOperations } from './operations.ts'
import { Pace } from './pace.ts'
import { SkipTally } from './skipped.ts'
import { openStart } from './start-folder.ts'
import { walkTree } from './tree-walk.ts'
import { inWorkspace } from '../../tests/support/in-workspace.ts'

const never = new AbortController().signal
const { workspace } = inWorkspace()

interface WalkCase {
  readonly pattern?: string
  readonly from?: string[]
  readonly links?: boolean
  readonly files?: FileOperations
  readonly pace?: Pace
  readonly signal?: AbortSignal
  readonly onFound?: () => void
}

interface Walked {
  readonly paths: string[]
  readonly tally: SkipTally
  readonly isIgnored: boolean
}

async function walk(how: WalkCase = {}): Promise<Walked> {
  const { pattern = '**', from = [], links = false, signal = never, pace = new Pace(signal, 10_000) } = how
  const { files, open } = countFolders(how.files ?? workspace.files)
  const tally = new SkipTally()
  const paths: string[] = []
  try {
    const start = await openStart(files, from, tally, signal)
    for await (const found of walkTree(start.folder, {
      files,
      pattern: parseGlob(pattern),
      links,
      signal,
      pace,
      tally,
    })) {
      paths.push(...found.names.map((name) => found.folder.pathOf(name)))
      await found.folder.release()
      how.onFound?.()
    }
    return { paths, tally, isIgnored: start.isIgnored }
  } finally {
    expect(open()).toBe(0)
  }
}

describe('walkTree', () => {
  test('finds all files in the order of their paths', async () => {
    await workspace.put({ 'b.txt': '', 'a/z.txt': '', 'a.txt': '', 'a/b/c.txt': '', 'a-b': '', 'c/d': '' })
    const { paths } = await walk()
    expect(paths).toEqual(['a-b', 'a.txt', 'a/b/c.txt', 'a/z.txt', 'b.txt', 'c/d'])
    expect(paths).toEqual([...paths].sort())
  })

  test('honours ignore files at every level, the nearest first, and .ignore before .gitignore', async () => {
    await workspace.put({
      '.gitignore': '*.log\nbuild/\n/only-here\n',
      'a.log': '',
      'build/x': '',
      'only-here': '',
      'sub/only-here': '',
      'sub/.gitignore': '!keep.log\n',
      'sub/keep.log': '',
      'sub/other.log': '',
      'sub/.ignore': 'secret\n',
      'sub/secret': '',
      'deep/.ignore': '!a.log\n',
      'deep/a.log': '',
      '.git/info/exclude': 'excluded\n',
      excluded: '',
    })
    const { paths, tally } = await walk()
    expect(paths).toEqual(['deep/a.log', 'sub/keep.log', 'sub/only-here'])
    expect(tally.counts).toMatchObject({ ignored: 6, hidden: 4, unreadable: 0 })
  })

  test('rules of a repository end where another one begins', async () => {
    await workspace.put({
      '.gitignore': '*.log\n',
      'inner/.git/HEAD': '',
      'inner/a.log': '',
      'inner/b/c.log': '',
    })
    expect((await walk()).paths).toEqual(['inner/a.log', 'inner/b/c.log'])
  })

  test('a folder that is ignored but named is walked by its own rules', async () => {
    await workspace.put({
      '.gitignore': 'gen/\n*.log',
      'gen/a.log': '',
      'gen/b': '',
      'gen/.gitignore': 'b\n',
    })
    expect(await walk({ from: ['gen'] })).toMatchObject({ paths: ['gen/a.log'], isIgnored: true })
    await workspace.put({ 'src/a.log': '', 'src/b': '' })
    expect(await walk({ from: ['src'] })).toMatchObject({ paths: ['src/b'], isIgnored: false })
  })

  test('an exact path is found although it is ignored', async () => {
    await workspace.put({ '.gitignore': '*.log', 'a.log': '' })
    expect((await walk({ pattern: 'a.log' })).paths).toEqual(['a.log'])
  })

  test('lists links without following them, and counts what it does not search', async () => {
    await workspace.put({ 'a/b': '' })
    await symlink('a', workspace.at('link'))
    await symlink('nowhere', workspace.at('broken'))
    expect(await walk()).toMatchObject({ paths: ['a/b'], tally: { counts: { special: 2 } } })
    expect((await walk({ links: true })).paths).toEqual(['a/b', 'broken', 'link'])
  })

  test('counts and names what cannot be read, ignore files too, and what vanished is not there', async () => {
    await workspace.put({ 'a/b': '', 'closed/x': '', 'gone/x': '', 'z/.gitignore': 'q', 'z/q': '' })
    const notFound = Object.assign(new Error('gone'), {
      code: 'FS_NOT_FOUND',
      [Symbol.for('millrace.error')]: true,
    })
    const files = wrapFolders(workspace.files, (folder) => ({
      ...folder,
      directory: (name, signal) => {
        if (name === 'closed') return Promise.reject(new Error('no'))
        return name === 'gone' ? Promise.reject(notFound) : folder.directory(name, signal)
      },
      read: (name, options) =>
        name === '.gitignore' ? Promise.reject(new Error('no')) : folder.read(name, options),
    }))
    const { paths, tally } = await walk({ files })
    expect(paths).toEqual(['a/b', 'z/q'])
    expect(tally.counts.unreadable).toBe(2)
    expect(tally.named).toContainEqual({ path: 'closed', code: 'FS_IO' })
    expect(tally.named).toContainEqual({ path: 'z/.gitignore', code: 'FS_IO' })
  })

  test('a folder that is named like an ignore file hides nothing', async () => {
    await workspace.put({ 'a/x': '' })
    await mkdir(workspace.at('a/.gitignore'))
    expect((await walk()).paths).toEqual(['a/x'])
  })

  test('an abort ends it and lets go of every folder', async () => {
    await workspace.put(Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`d${index}/e/f`, ''])))
    const controller = new AbortController()
    const aborting = walk({ signal: controller.signal, onFound: () => controller.abort() })
    await expect(aborting).rejects.toThrow(/abort/i)
  })

  test('ends early when the time is used up, and says so', async () => {
    await workspace.put({ 'a/b': '', 'c/d': '' })
    const pace = new Pace(never, 0)
    expect((await walk({ pace })).paths).toEqual([])
    expect(pace.endedEarly).toBe(true)
  })
})
