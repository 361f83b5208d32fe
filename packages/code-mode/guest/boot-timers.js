import {
  MapOf,
  PromiseOf,
  TypeErrorOf,
  apply,
  isFinite,
  mapDelete,
  mapEach,
  mapGet,
  mapSet,
  mapSize,
  now,
  record,
} from './boot-primordials.js'

const longest = 2_147_483_647

const timers = new MapOf()
let next = 1

/**
 * @param {unknown} ms
 * @param {() => void} run
 */
function arm(ms, run) {
  const wait = typeof ms === 'number' && ms > 0 ? (ms < longest ? ms : longest) : 0
  const timer = record()
  timer.due = now() + wait
  timer.run = run
  mapSet(timers, next, timer)
  return next++
}

/** @param {unknown} ms */
export function sleep(ms) {
  if (typeof ms !== 'number' || !isFinite(ms)) throw new TypeErrorOf('sleep takes milliseconds, a number')
  return new PromiseOf((resolve) => {
    arm(ms, () => resolve(undefined))
  })
}

/**
 * @param {unknown} run
 * @param {unknown} ms
 * @param {unknown[]} values
 */
export function setTimer(run, ms, ...values) {
  if (typeof run !== 'function') throw new TypeErrorOf('setTimeout takes a function and milliseconds')
  return arm(ms, () => {
    apply(run, undefined, values)
  })
}

/** @param {unknown} id */
export function clearTimer(id) {
  mapDelete(timers, id)
}

/** Milliseconds until the next timer is due; -1 where there is none. */
export function untilNext() {
  if (mapSize(timers) === 0) return -1
  let due = -1
  mapEach(timers, (timer) => {
    const at = /** @type {{ due: number }} */ (timer).due
    if (due === -1 || at < due) due = at
  })
  if (due === -1) return -1
  const left = due - now()
  return left > 0 ? left : 0
}

/** Runs what is due, in the order in which it is due. Throws what a function throws, and leaves the others for later. */
export function tick() {
  const time = now()
  for (;;) {
    let first = -1
    let earliest = time
    mapEach(timers, (timer, id) => {
      const at = /** @type {{ due: number }} */ (timer).due
      if (at < earliest || (at === earliest && first === -1)) {
        earliest = at
        first = /** @type {number} */ (id)
      }
    })
    if (first === -1) return
    const timer = mapGet(timers, first)
    mapDelete(timers, first)
    timer.run()
  }
}
