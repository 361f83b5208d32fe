import { chmodSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  awaitThread,
  codeOf,
  heldDescriptors,
  openAs,
  plantTree,
  textOf,
  type Tree,
} from '../../../tests/canary.ts'
import { ConfinedRoot } from '../confined-root.ts'
import { FileReader, graceMs } from './file-reader.ts'

const most = 1024 * 1024

let tree: Tree
let root: ConfinedRoot

beforeEach(async () => {
  tree = plantTree()
  root = await ConfinedRoot.open(tree.root)
  await awaitThread(root, 'top')
})

afterEach(async () => {
  await root.close()
  const left = heldDescriptors(tree.base)
  tree.remove()
  expect(left).toBe(0)
})

async function together(paths: readonly string[], limits = { most }): Promise<(string | undefined)[]> {
  const contents = await root.readTogether(paths, limits)
  return paths.map((_, index) => contents[index] && textOf(contents[index]))
}

describe.runIf(process.platform === 'linux')('readTogether', () => {
  test('gives the bytes of each file in the order of the paths, however they are spelled', async () => {
    writeFileSync(join(tree.root, 'empty'), '')
    const paths = [
      'a/b/two',
      'top',
      './a//one',
      'a/b/../one',
      join(tree.root, 'a/b/two'),
      'empty',
      '~/home',
      'top',
    ]
    expect(await together(paths)).toEqual([
      'inside a/b/two',
      'inside top',
      'inside a/one',
      'inside a/one',
      'inside a/b/two',
      '',
      'inside ~/home',
      'inside top',
    ])
    expect(await together([])).toEqual([])
  })

  test('leaves whatever is not a regular file where its path says, and goes on', async () => {
    mkdirSync(join(tree.root, 'locked'), { mode: 0o700 })
    const left = [
      '.',
      'a',
      'missing',
      'top/x',
      'missing/x',
      '../secret',
      'a\0b',
      'a\nb',
      '',
      'links/file',
      'links/dir/one',
    ]
    const paths = left.flatMap((path) => [path, 'a/one'])
    expect(await together(paths)).toEqual(left.flatMap(() => [undefined, 'inside a/one']))
  })

  test('leaves what is larger than asked, and what does not fit into one answer', async () => {
    const large = 5 * 1024 * 1024
    for (const name of ['x', 'y', 'z']) writeFileSync(join(tree.root, name), new Uint8Array(large))
    const lengths = async (most: number) =>
      (await root.readTogether(['x', 'y', 'z', 'top'], { most: most })).map((bytes) => bytes?.length)
    expect(await lengths(large)).toEqual([large, undefined, undefined, 10])
    expect(await lengths(large - 1)).toEqual([undefined, undefined, undefined, 10])
  })

  test.skipIf(process.getuid?.() === 0)('leaves what may not be read', async () => {
    chmodSync(join(tree.root, 'top'), 0)
    expect(await together(['top', 'a/one'])).toEqual([undefined, 'inside a/one'])
  })

  test('gives what `read` gives, or leaves it, for every entry of a tree', async () => {
    const paths = [
      'a/one',
      'a/b/two',
      'top',
      '~/home',
      'C:\\boot',
      'links/deep/two',
      'links/out-etc',
      'links/self',
    ]
    for (const [index, text] of (await together(paths)).entries()) {
      const path = paths[index] ?? ''
      if (text === undefined) expect(path).toMatch(/^links/)
      else expect(textOf((await root.read(path)).bytes)).toBe(text)
    }
  })

  test('sees each change at once', async () => {
    for (const text of ['first', 'second', 'third']) {
      writeFileSync(join(tree.root, 'a/one'), text)
      expect(await together(['a/one'])).toEqual([text])
    }
    renameSync(join(tree.root, 'a'), join(tree.root, 'moved'))
    symlinkSync('../outside', join(tree.root, 'a'))
    expect(await together(['a/secret', 'moved/one'])).toEqual([undefined, 'third'])
  })

  test('reads nothing in a root that is gone, and refuses where it was closed', async () => {
    renameSync(tree.root, `${tree.root}-moved`)
    expect(await together(['top'])).toEqual([undefined])
    expect(await codeOf(root.read('top'))).toBe('FS_ROOT_GONE')
    await root.close()
    expect(await codeOf(root.readTogether(['top'], { most }))).toBe('FS_CLOSED')
  })

  test('rejects with the reason of an abort, whenever that comes, and works on for others', async () => {
    const paths = Array.from({ length: 200 }, () => 'a/b/two')
    const reason = new Error('stopped')
    await expect(root.readTogether(paths, { most, signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    for (let turns = 0; turns < 12; turns += 1) {
      await awaitThread(root, 'top')
      const began = performance.now()
      const controller = new AbortController()
      const aborted = root.readTogether(paths, { most, signal: controller.signal })
      const others = together(paths)
      for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate)
      controller.abort(reason)
      await aborted.catch((error: unknown) => expect(error).toBe(reason))
      const texts = new Set(await others)
      // A thread that is slower than this with what nobody wants is ended, and reads nothing for others either.
      if (performance.now() - began < graceMs) expect(texts).toEqual(new Set(['inside a/b/two']))
    }
  })
})

test('a root that confines less than fully leaves all', async () => {
  const partial = await openAs('partial', tree.root)
  expect(await partial.readTogether(['top'], { most })).toEqual([])
  await partial.close()
})

describe.runIf(process.platform === 'linux')('listTogether', () => {
  const most = 100

  test('gives what `list` gives, for each folder, and leaves what is none', async () => {
    writeFileSync(Buffer.from(join(tree.root, 'a/\xff'), 'latin1'), '')
    mkdirSync(Buffer.from(join(tree.root, 'a/\xfe'), 'latin1'))
    for (const name of ['b-', 'b.txt', 'b0', '\u{10000}', '\uffff'])
      writeFileSync(join(tree.root, 'a', name), '')
    mkdirSync(join(tree.root, 'empty'))
    const folders = ['links', 'a', 'a/b', 'empty', '~']
    const left = ['top', 'links/dir', 'links/out', 'links/dir/b', 'missing', '..', '.', '']
    const listed = await root.listTogether([...folders, ...left], { most })
    expect(listed.slice(folders.length)).toEqual(left.map(() => undefined))
    for (const [index, path] of folders.entries()) {
      const folder = await root.directory(path)
      expect(listed[index]).toEqual(await folder.list())
      await folder.close()
    }
    expect(listed[1]?.length).toBe(9)
  })

  test('leaves a folder with more entries than asked', async () => {
    for (let index = 0; index < most; index += 1) writeFileSync(join(tree.root, `a/b/${index}`), '')
    const lengths = async (limit: number) =>
      (await root.listTogether(['a/b', 'a'], { most: limit })).map((entries) => entries?.length)
    expect(await lengths(most)).toEqual([undefined, 2])
    expect(await lengths(most + 1)).toEqual([most + 1, 2])
  })
})

describe.runIf(process.platform === 'linux')('the reader', () => {
  const request = (count: number) => {
    const paths = Array.from({ length: count }, () => 'a/b/two')
    return { kind: 'read' as const, address: tree.root, dev: 0n, paths, most }
  }

  async function answerOf(reader: FileReader): Promise<readonly unknown[]> {
    for (;;) {
      const answer = await reader.ask(request(64))
      if (answer.length > 0) return answer
      await sleep(5)
    }
  }

  test('starts no thread for a few files, and keeps nobody waiting for one', async () => {
    const reader = new FileReader()
    expect(await reader.ask(request(63))).toEqual([])
    await sleep(200)
    expect(await reader.ask(request(1))).toEqual([])
    expect((await answerOf(reader)).length).toBe(64)
    expect((await reader.ask(request(1))).length).toBe(1)
    await reader.stop()
    expect(await reader.ask(request(1))).toEqual([])
  })

  test('leaves files on another file system than the one named', async () => {
    const reader = new FileReader()
    expect(new Set(await answerOf(reader))).toEqual(new Set([undefined]))
    await reader.stop()
  })

  test('ends a thread that takes too long for what nobody wants, and starts another one', async () => {
    const reader = new FileReader()
    await answerOf(reader)
    // So many names keep the thread busy for longer than anybody waits.
    const reading = reader.ask(request(400_000))
    reader.hurry(reading)
    expect(await reading).toEqual([])
    expect((await answerOf(reader)).length).toBe(64)
    await reader.stop()
  })
})
