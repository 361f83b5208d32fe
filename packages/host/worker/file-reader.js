import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'

/** @import { FileContents, ReadRequest } from '../src/files/together/protocol.ts' */

// As in `descriptor-reach.ts`: an entry is pinned without being opened, and never through a link.
const O_PATH = 0o10000000
const pinned = O_PATH | constants.O_NOFOLLOW
const pinnedFolder = pinned | constants.O_DIRECTORY
const readable = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY

/** Bytes of one answer; the files behind them are left. */
const mostBytes = 8 * 1024 * 1024

/** Folders from the root on, held by descriptors: those of the file that was read last. */
class Trail {
  /** @type {{ name: string, fd: number }[]} */
  #held = []

  /** @param {string} root - its address. */
  constructor(root) {
    this.root = root
  }

  /** Where it has come to. */
  get address() {
    const last = this.#held.at(-1)
    return last === undefined ? this.root : addressOf(last.fd)
  }

  /**
   * Goes to another folder; the part of the way that is the same is not walked again.
   * @param {readonly string[]} names - that lead to it from the root.
   */
  goTo(names) {
    const differs = this.#held.findIndex(({ name }, index) => name !== names[index])
    this.#leave(differs < 0 ? Math.min(names.length, this.#held.length) : differs)
    for (const name of names.slice(this.#held.length)) {
      this.#held.push({ name, fd: openSync(`${this.address}/${name}`, pinnedFolder) })
    }
  }

  release() {
    this.#leave(0)
  }

  /** @param {number} depth - how many folders stay held. */
  #leave(depth) {
    for (const { fd } of this.#held.splice(depth)) closeSync(fd)
  }
}

/** @param {ReadRequest} request */
function answer({ address, dev, paths, maxBytes }) {
  const trail = new Trail(address)
  let room = mostBytes
  try {
    return paths.map((path) => {
      if (path === undefined) return undefined
      const bytes = unlessRefused(() => readFile(trail, path, dev, Math.min(maxBytes, room)))
      room -= bytes?.length ?? 0
      return bytes
    })
  } finally {
    trail.release()
  }
}

/**
 * What the system refuses is left to the one who asked, who has better words for it.
 * @template T
 * @param {() => T} work
 * @returns {T | undefined}
 */
function unlessRefused(work) {
  try {
    return work()
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) return undefined
    throw error
  }
}

/**
 * The whole bytes of a regular file that lies where its path says, without any link on the way.
 * @param {Trail} trail @param {string} path @param {bigint} dev @param {number} maxBytes
 */
function readFile(trail, path, dev, maxBytes) {
  const names = path.split('/')
  const name = names.pop()
  trail.goTo(names)
  const found = openSync(`${trail.address}/${name}`, pinned)
  try {
    const stats = fstatSync(found, { bigint: true })
    if (!stats.isFile() || stats.dev !== dev || stats.size > maxBytes) return undefined
    const file = openSync(addressOf(found), readable)
    try {
      return readWhole(file, Number(stats.size))
    } finally {
      closeSync(file)
    }
  } finally {
    closeSync(found)
  }
}

/**
 * All bytes; undefined where the file has become shorter meanwhile.
 * @param {number} file @param {number} size
 */
function readWhole(file, size) {
  const bytes = new Uint8Array(size)
  for (let filled = 0; filled < size;) {
    const count = readSync(file, bytes, filled, size - filled, filled)
    if (count === 0) return undefined
    filled += count
  }
  return bytes
}

/** @param {number} fd */
function addressOf(fd) {
  return `/proc/self/fd/${fd}`
}

parentPort?.on('message', (/** @type {ReadRequest} */ request) => {
  const contents = answer(request)
  parentPort?.postMessage(
    contents,
    contents.flatMap((bytes) => (bytes === undefined ? [] : [bytes.buffer])),
  )
})
