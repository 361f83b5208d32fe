import { isUtf8 } from 'node:buffer'
import { closeSync, constants, fstatSync, opendirSync, openSync, readSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'

/** @import { Listing, TogetherRequest } from '../src/files/together/protocol.ts' */

// As in `descriptor-reach.ts`: an entry is pinned without being opened, and never through a link.
const O_PATH = 0o10000000
const pinned = O_PATH | constants.O_NOFOLLOW
const pinnedFolder = pinned | constants.O_DIRECTORY
const readable = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY

/** Bytes of one answer; the files behind them are left. */
const mostBytes = 8 * 1024 * 1024

// The types of Node know no bytes here, the system does.
const asBytes = /** @type {BufferEncoding} */ ('buffer')

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
   * Goes to another folder; the part of the way that is the same is not walked again. Its descriptor, but for the root.
   * @param {readonly string[]} names - that lead to it from the root.
   */
  goTo(names) {
    const differs = this.#held.findIndex(({ name }, index) => name !== names[index])
    this.#leave(differs < 0 ? Math.min(names.length, this.#held.length) : differs)
    for (const name of names.slice(this.#held.length)) {
      this.#held.push({ name, fd: openSync(`${this.address}/${name}`, pinnedFolder) })
    }
    return this.#held.at(-1)?.fd
  }

  release() {
    this.#leave(0)
  }

  /** @param {number} depth - how many folders stay held. */
  #leave(depth) {
    for (const { fd } of this.#held.splice(depth)) closeSync(fd)
  }
}

/**
 * What is made of each path, undefined where there is none or the system refuses it.
 * @template T
 * @param {TogetherRequest} request
 * @param {(trail: Trail, path: string) => T | undefined} work
 */
function ofEach({ address, paths }, work) {
  const trail = new Trail(address)
  try {
    return paths.map((path) => (path === undefined ? undefined : unlessRefused(() => work(trail, path))))
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

/**
 * What a folder holds that lies where its path says.
 * @param {Trail} trail @param {string} path @param {TogetherRequest} request
 * @returns {Listing | undefined}
 */
function listFolder(trail, path, { dev, most }) {
  const fd = trail.goTo(path.split('/'))
  if (fd === undefined || fstatSync(fd, { bigint: true }).dev !== dev) return undefined
  const names = []
  let kinds = ''
  const folder = opendirSync(trail.address, { bufferSize: 512, encoding: asBytes })
  try {
    for (let entry = folder.readSync(); entry !== null; entry = folder.readSync()) {
      if (names.length >= most) return undefined
      const name = Buffer.from(entry.name)
      const kind = entry.isFile() ? 'f' : entry.isDirectory() ? 'd' : entry.isSymbolicLink() ? 'l' : 'o'
      names.push(name.toString())
      kinds += isUtf8(name) ? kind : kind.toUpperCase()
    }
  } finally {
    folder.closeSync()
  }
  return { names: names.join('/'), kinds }
}

/** @param {TogetherRequest} request */
function read(request) {
  let room = mostBytes
  const contents = ofEach(request, (trail, path) => {
    const bytes = readFile(trail, path, request.dev, Math.min(request.most, room))
    room -= bytes?.length ?? 0
    return bytes
  })
  const moved = contents.flatMap((bytes) => (bytes === undefined ? [] : [bytes.buffer]))
  parentPort?.postMessage(contents, moved)
}

/** @param {TogetherRequest} request */
function list(request) {
  parentPort?.postMessage(ofEach(request, (trail, path) => listFolder(trail, path, request)))
}

parentPort?.on('message', (/** @type {TogetherRequest} */ request) => {
  if (request.kind === 'read') read(request)
  else list(request)
})
