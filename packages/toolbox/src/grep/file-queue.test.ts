import { describe, expect, test } from 'vitest'
import type { FileContents, TogetherOptions } from '@millrace/host'
import { Pace } from '../workspace/pace.ts'
import { FileQueue, type QueuedFile } from './file-queue.ts'
import type { FileSearch } from './file-search.ts'
import { isFailure } from './outcome.ts'
import { inWorkspace } from '../../tests/support/in-workspace.ts'

const { workspace } = inWorkspace()

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text))

/** A queue over 200 files, each of which says by which way it was read; every third one is not read with others. */
function setUp(
  together = async (paths: readonly string[], _options: TogetherOptions): Promise<FileContents> =>
    paths.map((path) => (Number(path) % 3 === 0 ? undefined : bytesOf(`together ${path}`))),
) {
  const controller = new AbortController()
  const limit = new AbortController()
  const pace = new Pace(controller.signal)
  const scanned: string[] = []
  const how: FileSearch = {
    required: undefined,
    context: 0,
    maxLines: 10,
    maxBytes: 1000,
    signal: controller.signal,
    limit: limit.signal,
    isOver: () => pace.isOver,
    scan: async ({ bytes }) => {
      scanned.push(Buffer.from(bytes).toString())
      return { count: 1, first: 0, last: 0, matches: [], context: [] }
    },
  }
  const queue = new FileQueue({ files: { ...workspace.files, readTogether: together }, how, pace })
  const taken: string[] = []
  const released: string[] = []
  const files = Array.from({ length: 200 }, (_, index): QueuedFile => {
    const path = String(index)
    return {
      path,
      read: async () => ({ bytes: bytesOf(`alone ${path}`), size: `alone ${path}`.length }),
      take: (outcome) => void taken.push(isFailure(outcome) ? `${path} failed` : path),
      release: async () => void released.push(path),
    }
  })
  const run = async (): Promise<void> => {
    try {
      for (const file of files) await queue.add(file)
      await queue.finish()
    } finally {
      await queue.abandon()
    }
  }
  const paths = files.map(({ path }) => path)
  return { controller, limit, pace, paths, run, scanned, taken, released }
}

describe('FileQueue', () => {
  test('takes all files in order, each read with others or alone, and releases each once', async () => {
    const { paths, run, scanned, taken, released } = setUp()
    await run()
    expect(taken).toEqual(paths)
    expect(released.toSorted()).toEqual(paths.toSorted())
    expect(scanned).toEqual(paths.map((path) => `${Number(path) % 3 === 0 ? 'alone' : 'together'} ${path}`))
  })

  test('an abort ends it with its reason, and releases what is queued', async () => {
    const reason = new Error('stopped')
    const { controller, paths, run, taken, released } = setUp(async (some) => {
      if (!some.includes('100')) return []
      controller.abort(reason)
      throw reason
    })
    await expect(run()).rejects.toBe(reason)
    expect(taken.length).toBeLessThan(paths.length)
    expect(new Set(released).size).toBe(released.length)
    expect(released.length).toBeGreaterThanOrEqual(taken.length + 64)
  })

  test('the end of the time ends a request as well, and what was read by then is taken', async () => {
    const { limit, pace, paths, run, taken, released } = setUp(async (some, { signal }) => {
      if (!some.includes('100')) return []
      pace.endEarly()
      limit.abort()
      signal?.throwIfAborted()
      return []
    })
    await run()
    expect(taken).toEqual(paths.slice(0, taken.length))
    expect(taken.length).toBeLessThan(128)
    expect(released.toSorted()).toEqual(paths.toSorted())
  })

  test('a failure that is neither ends the search', async () => {
    const { run } = setUp(async () => {
      throw new Error('the disk is gone')
    })
    await expect(run()).rejects.toThrow('the disk is gone')
  })
})
