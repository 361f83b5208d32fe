import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const workerPath = fileURLToPath(new URL('worker.mjs', import.meta.url))
const root = fileURLToPath(new URL('../../', import.meta.url))
const candidates = new URL('../candidates/', import.meta.url)

/**
 * Where a candidate lives: file in `candidates/`, name of its factory, and what the factory is given.
 * @typedef {[file: string, factory: string, parameters?: object]} Source
 */

/** How long a candidate may take for one answer, in milliseconds. */
const patience = 120_000

/** One candidate in its own process. */
export class Candidate {
  /** @param {string} id @param {Source} source @param {string} [node] - the Node to run it with, unless it is this one. */
  constructor(id, [file, factory, parameters = {}], node = process.execPath) {
    this.id = id
    /** Why there is nothing to measure, where that is so. @type {string | undefined} */
    this.unavailable = undefined
    this.child = fork(workerPath, [new URL(file, candidates).href, factory, JSON.stringify(parameters)], {
      execPath: node,
      execArgv: ['--expose-gc'],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    /** Names of what it can do. @type {string[]} */
    this.operations = []
    this.errors = ''
    this.child.stderr?.on('data', (chunk) => (this.errors = (this.errors + chunk).slice(-2000)))
  }

  /** Waits until the candidate is loaded, or knows why it is not. */
  async ready() {
    try {
      this.operations = await this.#answer()
    } catch (error) {
      this.unavailable = tellingLine(error)
    }
  }

  /** Waits for the next answer. @returns {Promise<any>} */
  #answer() {
    return new Promise((resolve, reject) => {
      const ended = () => {
        clearTimeout(late)
        reject(new Error(`${this.id} ended early: ${this.errors.trim() || 'no message'}`))
      }
      // A candidate that hangs must not hang the others; without an answer there is no use for its process.
      const late = setTimeout(() => {
        this.child.kill('SIGKILL')
        reject(new Error(`Error: no answer within ${patience / 1000} s`))
      }, patience)
      this.child.once('exit', ended)
      this.child.once('message', (/** @type {any} */ message) => {
        clearTimeout(late)
        this.child.off('exit', ended)
        if (message.error === undefined) resolve(message.value)
        else reject(new Error(message.error))
      })
    })
  }

  /** @param {object} message @returns {Promise<any>} */
  ask(message) {
    const answer = this.#answer()
    this.child.send(message)
    return answer
  }

  close() {
    if (this.child.connected) this.child.disconnect()
  }
}

/** The telling line of a message, without the place of this checkout. @param {unknown} error */
export function tellingLine(error) {
  const text = error instanceof Error ? error.message : String(error)
  const lines = text.split('\n').filter((part) => part.trim() !== '')
  const line = lines.find((part) => /Error|ended/.test(part)) ?? lines[0] ?? 'no message'
  return line.replaceAll(root, '').trim().slice(0, 160)
}
