import { shown } from '@millrace/protocol'
import type { Dialect } from './dialect.ts'

/** A tool that needs more lines than this is summed up in the last one. */
const mostLines = 40

/** What the schema of one tool lost on its way to a provider. */
export class Loosenings {
  readonly #lines = new Map<string, string>()
  #more = 0
  readonly #tool: string
  readonly #dialect: Dialect

  constructor(tool: string, dialect: Dialect) {
    this.#tool = tool
    this.#dialect = dialect
  }

  /** How many there are. */
  get count(): number {
    return this.#lines.size + this.#more
  }

  /** Records that something at a place says less than before. @param what - such as `dropped`. */
  add(at: string, what: string): void {
    if (this.#lines.has(at)) return
    if (this.#lines.size === mostLines) this.#more++
    else this.#lines.set(at, what)
  }

  /** One line for each, for people. */
  notices(): string[] {
    const tool = shown(this.#tool)
    const lines = Array.from(
      this.#lines,
      ([at, what]) =>
        `tool ${tool}: ${at === '' ? 'the schema' : shown(at)} ${what} for ${this.#dialect}; it is still checked here`,
    )
    if (this.#more > 0) {
      lines.push(
        `tool ${tool}: ${this.#more} more places say less for ${this.#dialect}; all is still checked here`,
      )
    }
    return lines
  }
}

/** A place one step further in. */
export function step(at: string, key: string | number): string {
  return `${at}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`
}
