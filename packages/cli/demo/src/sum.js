/**
 * Adds up the first numbers of a list.
 * @param {readonly number[]} numbers
 * @param {number} count - how many of them.
 */
export function sumOfFirst(numbers, count) {
  let sum = 0
  for (let at = 1; at < count; at++) sum += numbers[at]
  return sum
}
