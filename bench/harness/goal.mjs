import { figure, ratio } from './format.mjs'

/**
 * One figure to reach, and what this run reached.
 * @typedef {object} Goal
 * @property {string} text - what is compared with what.
 * @property {string} wanted
 * @property {string} reached
 * @property {'pass' | 'missed' | 'not measured'} verdict
 */

/**
 * A figure that must stay at or under a limit.
 * @param {string} text
 * @param {number | undefined} value
 * @param {number} limit
 * @param {{ show?: (value: number | undefined) => string, stretch?: number, unit?: string }} [options]
 *   `stretch` is a further figure that is reported but never missed.
 * @returns {Goal}
 */
export function atMost(text, value, limit, { show = ratio, stretch, unit = '' } = {}) {
  const known = value !== undefined && !Number.isNaN(value)
  const further = stretch === undefined ? '' : ` (stretch ${show(stretch)}${unit})`
  const beyond = known && stretch !== undefined && value <= stretch ? ', stretch reached' : ''
  return {
    text,
    wanted: `≤ ${show(limit)}${unit}${further}`,
    reached: known ? `${show(value)}${unit}${beyond}` : '–',
    verdict: known ? (value <= limit ? 'pass' : 'missed') : 'not measured',
  }
}

/** The same for a plain amount. @param {string} text @param {number | undefined} value @param {number} limit @param {string} unit */
export function amount(text, value, limit, unit) {
  return atMost(text, value, limit, { show: figure, unit: ` ${unit}` })
}
