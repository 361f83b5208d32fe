import { messageOf, shown } from '@millrace/protocol'
import type { Pin, PinStore } from '../../contract/pin.ts'
import type { NamedTool } from '../tools/distinct.ts'
import { changesSince, pinOf, type Redact } from '../tools/pin.ts'
import { ownPart } from '../tools/public-name.ts'

/** Tools of one server that are remembered, also those that it does not list any more. */
const mostPins = 20_000

/** A tool beside what was agreed to of it. */
export interface ReviewedTool extends NamedTool {
  readonly pin: Pin
  /** What is another than what was agreed to; empty where nothing is. */
  readonly changes: readonly string[]
}

/**
 * What was agreed to of one server's tools. A tool that is seen first is agreed to: its server was. Tools are told apart by
 * their public names, as grants are: one that takes the public name of another is the other, changed.
 */
export class PinBook {
  readonly #store: PinStore
  readonly #key: string
  readonly #failed: (problem: string) => void
  readonly #redact: Redact | undefined
  #pins: Map<string, Pin> | undefined
  #writing: Promise<void> = Promise.resolve()

  /**
   * @param failed - told what could not be written.
   * @param redact - takes secrets out of what is kept and shown.
   */
  constructor(store: PinStore, key: string, failed: (problem: string) => void, redact?: Redact) {
    this.#store = store
    this.#key = key
    this.#failed = failed
    this.#redact = redact
  }

  /** Compares a list with what was agreed to, and remembers what is new in it. Never rejects. */
  async review(tools: readonly NamedTool[]): Promise<readonly ReviewedTool[]> {
    let pins: Map<string, Pin>
    try {
      pins = await this.#read()
    } catch (error) {
      // Nobody knows what was agreed to, so nothing was.
      const changes = [`what was agreed to cannot be read: ${shown(messageOf(error))}`]
      return tools.map((named) => ({ ...named, pin: pinOf(named.tool, this.#redact), changes }))
    }
    const seen = new Map<string, Pin>()
    const reviewed = tools.map((named) => reviewTool(named, pinOf(named.tool, this.#redact), pins, seen))
    if (seen.size > 0) await this.#keep(seen, false)
    return reviewed
  }

  /** Agrees to tools as they are now. Never rejects. */
  async accept(tools: readonly ReviewedTool[]): Promise<void> {
    let pins: Map<string, Pin>
    try {
      pins = await this.#read()
    } catch (error) {
      this.#failed(`what is agreed to cannot be kept: ${shown(messageOf(error))}`)
      return
    }
    const agreed = new Map(tools.map(({ name, pin }) => [ownPart(name), pin]))
    for (const [name, pin] of agreed) pins.set(name, pin)
    await this.#keep(agreed, true)
  }

  async #read(): Promise<Map<string, Pin>> {
    this.#pins ??= new Map(await this.#store.read(this.#key))
    return this.#pins
  }

  /**
   * One after the other, so that the last state is the one that stays, and beside what other processes kept meanwhile: what
   * they saw must not be forgotten, as it would be new, and so agreed to, the next time.
   * @param isAgreed - whether somebody said yes to them; what was only seen takes the place of nothing.
   */
  #keep(some: ReadonlyMap<string, Pin>, isAgreed: boolean): Promise<void> {
    this.#writing = this.#writing.then(async () => {
      try {
        const kept = new Map(await this.#store.read(this.#key))
        for (const [name, pin] of some) if (isAgreed || !kept.has(name)) kept.set(name, pin)
        await this.#store.write(this.#key, kept)
      } catch (error) {
        this.#failed(`what is agreed to cannot be kept: ${shown(messageOf(error))}`)
      }
    })
    return this.#writing
  }
}

function reviewTool(
  named: NamedTool,
  pin: Pin,
  pins: Map<string, Pin>,
  seen: Map<string, Pin>,
): ReviewedTool {
  const key = ownPart(named.name)
  const agreed = pins.get(key)
  if (agreed !== undefined) return { ...named, pin, changes: changesSince(agreed, pin) }
  // Forgetting others instead would let a server make people forget what they agreed to.
  if (pins.size >= mostPins)
    return { ...named, pin, changes: [`new, and ${mostPins} tools of this server are remembered already`] }
  pins.set(key, pin)
  seen.set(key, pin)
  return { ...named, pin, changes: [] }
}

/** Pins that last as long as the process. */
export function memoryPins(): PinStore {
  const kept = new Map<string, ReadonlyMap<string, Pin>>()
  return {
    read: (server) => Promise.resolve(kept.get(server)),
    write: (server, pins) => {
      kept.set(server, pins)
      return Promise.resolve()
    },
  }
}
