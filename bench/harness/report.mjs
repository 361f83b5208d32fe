import { bytes, figure, ratio } from './format.mjs'
import { table } from './table.mjs'

/**
 * One table of a case; `notes` follow it as a list.
 * @typedef {{ caption?: string, columns: string[], rows: string[][], notes?: string[] }} Table
 */

/**
 * What one case found out.
 * @typedef {{ tables: Table[], goals: import('./goal.mjs').Goal[] }} Findings
 */

/** One case as Markdown. @param {{ title: string }} subject @param {Findings} findings */
export function section({ title }, { tables, goals }) {
  const parts = [`## ${title}`]
  for (const { caption, columns, rows, notes = [] } of tables) {
    if (caption) parts.push(caption)
    parts.push(table(columns, rows))
    if (notes.length > 0) parts.push(notes.map((note) => `- ${note}`).join('\n'))
  }
  if (goals.length > 0) {
    const rows = goals.map(({ text, wanted, reached, verdict }) => [text, wanted, reached, verdict])
    parts.push(table(['goal', 'wanted', 'reached', 'verdict'], rows))
  }
  return parts.join('\n\n')
}

/** How many goals ended how. @param {import('./goal.mjs').Goal[]} goals */
export function summary(goals) {
  const count = (/** @type {string} */ verdict) => goals.filter((goal) => goal.verdict === verdict).length
  return `${count('pass')} goals reached, ${count('missed')} missed, ${count('not measured')} not measured`
}

/**
 * Candidates as rows: CPU microseconds, in terms of the base, and bytes where they were measured.
 * @param {Map<string, import('./measure.mjs').Measure>} measures
 * @param {{ base: string, caption?: string }} options
 * @returns {Table}
 */
export function costTable(measures, { base, caption }) {
  const all = [...measures]
  const withBytes = all.some(([, measure]) => measure.bytes !== undefined)
  const rows = all.map(([name, measure]) => [
    name,
    figure(measure.cpu),
    ratio(measure.over(measures.get(base))),
    ...(withBytes ? [bytes(measure.bytes)] : []),
  ])
  const columns = ['candidate', 'CPU µs', `of ${base}`, ...(withBytes ? ['bytes allocated'] : [])]
  return { ...(caption ? { caption } : {}), columns, rows, notes: notMeasured(measures) }
}

/**
 * Candidates against works: one row a candidate, one cell a work, each with its ratio to the base.
 * @param {Record<string, Map<string, import('./measure.mjs').Measure>>} works - measures by work.
 * @param {string} base
 * @returns {Table}
 */
export function workTable(works, base) {
  const names = [...new Set(Object.values(works).flatMap((measures) => [...measures.keys()]))]
  const cell = (
    /** @type {Map<string, import('./measure.mjs').Measure>} */ measures,
    /** @type {string} */ name,
  ) => {
    const measure = measures.get(name)
    if (!measure?.cpu) return '–'
    const compared = name === base ? undefined : measure.over(measures.get(base))
    return compared === undefined ? figure(measure.cpu) : `${figure(measure.cpu)} (${ratio(compared)})`
  }
  const rows = names.map((name) => [name, ...Object.values(works).map((measures) => cell(measures, name))])
  /** @type {Map<string, string[]>} */
  const reasons = new Map()
  for (const [work, measures] of Object.entries(works)) {
    for (const note of notMeasured(measures)) reasons.set(note, [...(reasons.get(note) ?? []), work])
  }
  const all = Object.keys(works).length
  const notes = [...reasons].map(([note, some]) =>
    some.length === all ? note : `${some.join(', ')}: ${note}`,
  )
  return { columns: [`CPU µs (of ${base})`, ...Object.keys(works)], rows, notes }
}

/** @param {Map<string, import('./measure.mjs').Measure>} measures */
export function notMeasured(measures) {
  return [...measures]
    .filter(([, m]) => m.unavailable)
    .map(([name, m]) => `${name}: not measured: ${m.unavailable}`)
}
