import { list, lower, codeAt, indexOf } from './boot-primordials.js'

/**
 * At most three names that somebody who wrote `wanted` may have meant, the nearest first.
 * @param {string} wanted
 * @param {string[]} names
 * @returns {string[]}
 */
export function nearNames(wanted, names) {
  /** @type {string[]} */
  const best = list()
  /** @type {number[]} */
  const costs = list()
  if (wanted.length > 128) return best
  const target = lower(wanted)
  const most = target.length < 5 ? 2 : target.length / 3 + 1
  for (let at = 0; at < names.length; at++) {
    const name = /** @type {string} */ (names[at])
    const cost = costOf(target, lower(name), most)
    if (cost <= most) insert(best, costs, name, cost)
  }
  return best
}

/**
 * @param {string[]} best
 * @param {number[]} costs
 * @param {string} name
 * @param {number} cost
 */
function insert(best, costs, name, cost) {
  let at = best.length
  while (at > 0 && /** @type {number} */ (costs[at - 1]) > cost) {
    best[at] = /** @type {string} */ (best[at - 1])
    costs[at] = /** @type {number} */ (costs[at - 1])
    at--
  }
  best[at] = name
  costs[at] = cost
  if (best.length > 3) {
    best.length = 3
    costs.length = 3
  }
}

/**
 * @param {string} left
 * @param {string} right
 * @param {number} most
 */
function costOf(left, right, most) {
  const longer = left.length > right.length ? left.length - right.length : right.length - left.length
  if (left.length > 2 && indexOf(right, left) >= 0) return 1
  return longer > most ? longer : distance(left, right)
}

/**
 * Edits that turn one text into the other; neighbours that changed places count as one.
 * @param {string} left
 * @param {string} right
 */
function distance(left, right) {
  /** @type {number[]} */
  let before = list()
  /** @type {number[]} */
  let above = list()
  for (let column = 0; column <= right.length; column++) above[column] = column
  for (let row = 1; row <= left.length; row++) {
    /** @type {number[]} */
    const line = list()
    line[0] = row
    for (let column = 1; column <= right.length; column++) {
      const same = codeAt(left, row - 1) === codeAt(right, column - 1)
      let cost = least(above, column) + 1
      cost = min(cost, least(line, column - 1) + 1)
      cost = min(cost, least(above, column - 1) + (same ? 0 : 1))
      const swapped =
        row > 1 &&
        column > 1 &&
        codeAt(left, row - 1) === codeAt(right, column - 2) &&
        codeAt(left, row - 2) === codeAt(right, column - 1)
      line[column] = swapped ? min(cost, least(before, column - 2) + 1) : cost
    }
    before = above
    above = line
  }
  return least(above, right.length)
}

/**
 * @param {number[]} line
 * @param {number} column
 */
const least = (line, column) => /** @type {number} */ (line[column])
/**
 * @param {number} left
 * @param {number} right
 */
const min = (left, right) => (left < right ? left : right)

/**
 * @param {string[]} names
 * @returns {string}
 */
export function spoken(names) {
  let said = ''
  for (let at = 0; at < names.length; at++) said += (at === 0 ? '' : ', ') + names[at]
  return said
}
