// What a thread and its host say to each other for each call, as texts: an object takes half as much time again to cross.

/**
 * @typedef {import('./thread.d.ts').GoOrder} GoOrder
 * @typedef {import('./thread.d.ts').BlockedNews} BlockedNews
 */

/**
 * @param {GoOrder} order
 * @returns {string}
 */
export const textOfGo = ({ run, replies, wakes }) => `${run},${wakes ? 1 : 0}\n${replies}`

/**
 * @param {string} text
 * @returns {GoOrder}
 */
export function goOf(text) {
  const [comma, line] = [text.indexOf(','), text.indexOf('\n')]
  const wakes = text[comma + 1] === '1'
  return { kind: 'go', run: Number(text.slice(0, comma)), wakes, replies: text.slice(line + 1) }
}

/**
 * @param {BlockedNews} news
 * @returns {string}
 */
export const textOfBlocked = ({ run, step: { pending, timer, calls } }) =>
  `${run},${pending},${timer}\n${calls}`

/**
 * @param {string} text
 * @returns {BlockedNews}
 */
export function blockedOf(text) {
  const line = text.indexOf('\n')
  const second = text.indexOf(',', text.indexOf(',') + 1)
  const run = parseInt(text, 10)
  const pending = parseInt(text.slice(text.indexOf(',') + 1, second), 10)
  const timer = parseInt(text.slice(second + 1, line), 10)
  return { kind: 'step', run, step: { kind: 'blocked', calls: text.slice(line + 1), pending, timer } }
}
