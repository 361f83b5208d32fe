import type { CommandSpec } from '../processes/command.ts'

const heldLength = 4096

/** Keeps the output of a command back until it is known to be the command's own, and not that of what wraps it. */
export class HeldOutput {
  private readonly spec: CommandSpec
  private readonly open: Promise<void>
  private isOpen = false
  private announce = (): void => undefined
  private text = ''

  constructor(spec: CommandSpec) {
    this.spec = spec
    this.open = new Promise((resolve) => {
      this.announce = resolve
    })
  }

  /** The start of what came before it was let through. */
  get heard(): string {
    return this.text
  }

  /** Takes a piece. */
  take(chunk: Uint8Array, stream: 'stdout' | 'stderr'): void | Promise<void> {
    if (this.isOpen) return this.spec.onOutput(chunk, stream)
    this.text = (this.text + Buffer.from(chunk).toString('latin1')).slice(0, heldLength)
    return this.open.then(() => this.spec.onOutput(chunk, stream))
  }

  /** Lets everything through, now and from now on. */
  letThrough(): void {
    this.isOpen = true
    this.announce()
  }
}
