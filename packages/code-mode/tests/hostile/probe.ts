import type { CodeFailureKind } from '../../src/index.ts'

/** A program that tries to reach the host. It tells by what it finds. */
export interface Probe {
  readonly name: string
  /** What it does; `look`, `make`, `found` and `walk` judge what it gets hold of. */
  readonly body: string
  /** Ends that are as good as finding nothing, where the program may not even begin. */
  readonly mayBe?: readonly CodeFailureKind[]
  /**
   * Where the stack overflows, V8 itself hands out an error of its outer realm. That is unchangeable there, and no code is made
   * of text in it, so that it leads nowhere.
   */
  readonly mayBeForeign?: true
}

/** What a probe may try that leaves traces outside: a port where somebody listens, and a file that must not appear. */
export interface Traps {
  readonly port: number
  readonly file: string
}

// Stands before each probe. Objects of another realm count as found, also where nothing can be done with them.
const judges = `
const evidence: string[] = []
const roots = new Set([null, Object.prototype, Function.prototype])
const primitives = ['string', 'number', 'boolean', 'undefined', 'bigint', 'symbol']
const found = (value) => { if (value) evidence.push('found ' + String(value).slice(0, 200)) }
const make = (F) => {
  let made
  try { made = F('return typeof process === "undefined" ? undefined : process') } catch { return undefined }
  let value
  try { value = made() } catch { return undefined }
  if (value && value.versions) evidence.push('a process')
  return value
}
// What it looks at may look back.
let looking = false
const look = (value, depth = 0) => {
  if (looking) return
  looking = true
  try { judge(value, depth) } finally { looking = false }
}
const ownProperty = Object.prototype.hasOwnProperty, includes = Array.prototype.includes, apply = Reflect.apply
const judge = (value, depth) => {
  if (value === null || apply(includes, primitives, [typeof value])) return
  try { if (value.versions?.node) evidence.push('a process') } catch {}
  try { if (value.process?.versions) evidence.push('a global object of Node') } catch {}
  let top = value
  for (let steps = 0; steps < 100; steps++) {
    let next
    try { next = Object.getPrototypeOf(top) } catch { return }
    if (next === null) break
    top = next
  }
  if (top !== value && top !== Object.prototype && apply(ownProperty, top, ['hasOwnProperty'])) evidence.push('an object of another realm')
  if (depth > 2) return
  try { make(value.constructor); make(value.constructor?.constructor); judge(value.constructor, depth + 1) } catch {}
}
// Acts again and again on the way to where the stack ends.
const overflow = (act) => {
  let at = 0
  const deep = () => {
    if (++at % 16 === 0) { try { act() } catch (error) { look(error, 2) } }
    deep()
  }
  try { deep() } catch (error) { look(error) }
}
const walk = (start) => {
  const seen = new Set(), left = [start]
  while (left.length > 0 && seen.size < 5000) {
    const value = left.pop()
    if (value === null || (typeof value !== 'object' && typeof value !== 'function') || seen.has(value)) continue
    seen.add(value)
    look(value, 2)
    let keys = []
    try { keys = Reflect.ownKeys(value); left.push(Object.getPrototypeOf(value)) } catch {}
    for (const key of keys) {
      let property
      try { property = Object.getOwnPropertyDescriptor(value, key) } catch {}
      if (property) left.push(property.value, property.get, property.set)
    }
  }
}
`

/** What a probe tells where all that it found is an error of the outer realm. */
export const foreignOnly = /^\[(?:"an object of another realm",?)*\]$/

/** The program of a probe; what it returns is what it found. */
export function probeProgram({ body }: Probe, { port, file }: Traps): string {
  const placed = body.replaceAll('PORT', String(port)).replaceAll('FILE', file)
  return `${judges}\ntry { await (async () => {\n${placed}\n})() } catch (error) { look(error) }\nreturn evidence`
}
