/**
 * One thing to measure.
 * @typedef {object} Operation
 * @property {() => unknown} call - one repetition; a returned promise is awaited.
 * @property {number} per - how many units one repetition does; figures are given for one unit.
 * @property {boolean} once - whether a repetition must not be repeated to warm up.
 * @property {boolean} [reading] - whether the result itself is the figure, instead of the time.
 * @property {string} [unavailable] - why this one cannot be measured, although its candidate can.
 */

/**
 * Wraps a call, after trying it: a benchmark of an error path measures nothing.
 * @param {() => unknown} call
 * @param {{ check?: (result: any) => unknown, per?: number }} [options] - `check` says whether the result is right.
 * @returns {Promise<Operation>}
 */
export async function operation(call, { check, per = 1 } = {}) {
  if (check) {
    const result = await call()
    if (!check(result)) throw new Error(`unexpected result: ${describe(result)}`)
  }
  return { call, per, once: false }
}

/** An operation that is measured on its very first run. @param {() => unknown} call @param {number} [per] */
export function firstRun(call, per = 1) {
  return { call, per, once: true }
}

/**
 * An operation whose result is the figure to report, or several, each recorded under its own name.
 * @param {() => Promise<number | Record<string, number>>} call @returns {Operation}
 */
export function reading(call) {
  return { call, per: 1, once: true, reading: true }
}

/** What stands in the place of an operation that a candidate is not capable of. @param {unknown} error @returns {Operation} */
export function incapable(error) {
  return { call: () => undefined, per: 1, once: true, unavailable: String(error) }
}

/** @param {unknown} result */
function describe(result) {
  try {
    return (JSON.stringify(result) ?? String(result)).slice(0, 300)
  } catch {
    return String(result)
  }
}
