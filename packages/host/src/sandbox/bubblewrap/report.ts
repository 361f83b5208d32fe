import type { Readable } from 'node:stream'

const longestReport = 64 * 1024

/** What bubblewrap tells about a program: who it is, and, only where it was really run, how it ended. */
export class Report {
  private text = ''
  private isOver = false
  private readonly over: Promise<void>
  private ended = (): void => undefined

  constructor() {
    this.over = new Promise((resolve) => {
      this.ended = () => {
        this.isOver = true
        resolve()
      }
    })
  }

  /** Reads it. */
  take(stream: Readable): void {
    stream.setEncoding('utf8')
    stream.on('data', (text: string) => {
      if (this.text.length < longestReport) this.text += text
    })
    // A broken report says nothing more, like one that has ended.
    stream.on('error', this.ended)
    stream.on('close', this.ended)
  }

  /** The first process of the sandbox, as it is numbered outside. */
  get first(): number | undefined {
    return this.number('child-pid')
  }

  /** Whether the program was run; undefined where that is not known yet. */
  get wasRun(): boolean | undefined {
    if (this.number('exit-code') !== undefined) return true
    return this.isOver ? false : undefined
  }

  /** Nothing more will be told. */
  get closed(): Promise<void> {
    return this.over
  }

  private number(name: string): number | undefined {
    const [, digits] = new RegExp(`"${name}": (\\d+)`).exec(this.text) ?? []
    return digits === undefined ? undefined : Number(digits)
  }
}
