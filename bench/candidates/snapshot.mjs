import { operation } from '../harness/operation.mjs'
import { row, rows } from './values.mjs'

/** The shapes that are copied and frozen. */
const shapes = {
  object100: () => row(1),
  object10k: () => ({ rows: rows(10_000) }),
  object1m: () => ({ rows: rows(1_000_000) }),
  integers: () => Array.from({ length: 10_000 }, (_, at) => at),
}

// An array of 10,000 small numbers is copied by identity in a moment; anything smaller is repeated.
const times = { object100: 50, object10k: 1, object1m: 1, integers: 1 }

/**
 * One operation for each shape.
 * @param {(prepared: any) => unknown} copy
 * @param {{ prepare?: (value: any) => unknown, frozen?: boolean }} [options]
 */
async function operations(copy, { prepare = (value) => value, frozen = false } = {}) {
  const found = /** @type {Record<string, import('../harness/operation.mjs').Operation>} */ ({})
  for (const [name, make] of Object.entries(shapes)) {
    const input = prepare(make())
    const expected = JSON.stringify(make())
    const per = times[/** @type {keyof typeof times} */ (name)]
    const call = () => {
      let last
      for (let done = 0; done < per; done++) last = copy(input)
      return last
    }
    const check = (/** @type {any} */ copied) =>
      JSON.stringify(copied) === expected && (!frozen || Object.isFrozen(copied))
    found[name] = await operation(call, { check, per })
  }
  return found
}

export async function dsh() {
  const { snapshotJsonValue } = await import('@deepseek-ai/dsh-session')
  const { deepFreeze } = await import('@deepseek-ai/dsh-llm')
  return operations((value) => deepFreeze(snapshotJsonValue(value)), { frozen: true })
}

export async function millrace() {
  const { snapshotJsonValue } = await import('@millrace/schema')
  return operations((value) => snapshotJsonValue(value), { frozen: true })
}

/** A value that was snapshotted before: it must be known by identity. */
export async function millraceAgain() {
  const { snapshotJsonValue } = await import('@millrace/schema')
  return operations((value) => snapshotJsonValue(value), { prepare: snapshotJsonValue, frozen: true })
}

export async function millraceText() {
  const { parseToolArguments } = await import('@millrace/schema')
  return operations((text) => parseToolArguments(text), { prepare: JSON.stringify, frozen: true })
}

export async function jsonRoundTrip() {
  return operations((value) => JSON.parse(JSON.stringify(value)))
}

export async function jsonParse() {
  return operations((text) => JSON.parse(text), { prepare: JSON.stringify })
}

export async function clone() {
  return operations((value) => structuredClone(value))
}
