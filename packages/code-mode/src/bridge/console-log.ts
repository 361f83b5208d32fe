import type { ToolRunContext } from '@millrace/tools'
import type { Bridge } from './bridge.ts'
import type { ConsoleRecord } from '../contract/runtime.ts'

/** Lines that the news of a run show. */
const shownLines = 20

/** So many entries are news of their own; later ones that come at once are told together, up to so many UTF-16 units. */
const promptEntries = 64
const mostTogether = 16_384

/** What a program says, as it says it. */
export class ConsoleLog {
  readonly #bridge: Bridge
  readonly #exec: ToolRunContext
  #last: string[] = []
  #heard = 0
  #told = 0
  #gathered: string[] = []
  #gatheredLength = 0
  #isBroken = false

  constructor(bridge: Bridge, exec: ToolRunContext) {
    this.#bridge = bridge
    this.#exec = exec
  }

  heard(entry: string): void {
    this.#heard += 1
    this.#tell(entry)
  }

  /** Tells the person what the model is told besides. */
  noted(note: string): void {
    this.#tell(note)
  }

  /**
   * Tells what could not be heard before the end.
   * @param isResumed - an earlier process told its part of what was heard.
   */
  ended({ head, tail, omitted }: ConsoleRecord, isResumed: boolean): void {
    if (!isResumed) for (const entry of head.slice(this.#heard)) this.#tell(entry)
    if (omitted.entries > 0) this.#tell(leftOut(omitted))
    for (const entry of tail) this.#tell(entry)
  }

  /** Tells what has gathered: before anything else is told that comes after it. */
  flush(): void {
    if (this.#gathered.length === 0) return
    const text = this.#gathered.join('\n')
    this.#gathered = []
    this.#gatheredLength = 0
    this.#say(text)
  }

  #tell(text: string): void {
    if (this.#told < promptEntries) {
      this.#told += 1
      this.#say(text)
      return
    }
    if (this.#gathered.length === 0) queueMicrotask(() => this.flush())
    this.#gathered.push(text)
    this.#gatheredLength += text.length + 1
    if (this.#gatheredLength > mostTogether) this.flush()
  }

  #say(text: string): void {
    this.#last = [...this.#last, ...text.split('\n')].slice(-shownLines)
    this.#exec.reportProgress({ text: this.#last.join('\n') })
    if (this.#isBroken) return
    try {
      this.#exec.agent?.events?.append('tool/code-console', { callId: this.#exec.callId, text })
    } catch (error) {
      this.#isBroken = true
      this.#bridge.warn(`the console of call ${this.#exec.callId} can no longer be logged`, error)
    }
  }
}

/** A console as lines, what was left out in the middle. */
export function linesOf({ head, tail, omitted }: ConsoleRecord): string[] {
  return omitted.entries === 0 ? [...head, ...tail] : [...head, leftOut(omitted), ...tail]
}

function leftOut({ entries, bytes }: ConsoleRecord['omitted']): string {
  return `[${entries} ${entries === 1 ? 'line' : 'lines'} of the console left out here: ${bytes} bytes]`
}
