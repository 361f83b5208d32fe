import type { ContentBlock, JsonValue } from '@millrace/protocol'
import { canonicalJson } from '@millrace/schema'

interface Rendering {
  readonly value: string
  readonly content: ContentBlock[]
}

/**
 * What bodies made of their outputs, for the renderer, which cannot wait. Found by the arguments of the call, which live
 * as long as it does, and by the value: another value, which a policy put in its place, has none.
 */
export class Renderings {
  readonly #byArguments = new WeakMap<object, Rendering[]>()

  keep(args: unknown, value: JsonValue, content: ContentBlock[]): void {
    if (typeof args !== 'object' || args === null) return
    const before = this.#byArguments.get(args) ?? []
    this.#byArguments.set(args, [...before, { value: canonicalJson(value), content }])
  }

  of(args: unknown, value: JsonValue): ContentBlock[] | undefined {
    if (typeof args !== 'object' || args === null) return undefined
    const kept = this.#byArguments.get(args)
    if (kept === undefined) return undefined
    const text = canonicalJson(value)
    return kept.findLast((each) => each.value === text)?.content
  }
}
