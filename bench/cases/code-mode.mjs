import { figure, ratio } from '../harness/format.mjs'
import { amount, atMost } from '../harness/goal.mjs'
import { installPeers, newerNode } from '../harness/prepare.mjs'

export const title = 'Code Mode: runtimes of programs'

const dsh = 'DSH worker thread'
const vercel = 'Vercel run'
const executor = 'executor QuickJS'
const worker = 'Millrace worker'
const inline = 'Millrace inline'
const process_ = 'Millrace process'
const isolated = 'isolated-vm'

/** What each runtime is called in `code-mode/sandbox.mjs`. @type {Record<string, string>} */
const runtimes = {
  [dsh]: 'dsh',
  [worker]: 'worker',
  [inline]: 'inline',
  [process_]: 'process',
  [vercel]: 'run',
  [executor]: 'executor',
}

/** What is measured, what its figures are, and of how many digits. @type {[name: string, unit: string][]} */
const figures = [
  ['cold start', 'ms'],
  ['warm start', 'ms'],
  ['warm start, the fastest', 'ms'],
  ['CPU of a trivial run', 'ms'],
  ['1000 calls at once', 'ms'],
  ['CPU of a call of these', 'µs'],
  ['a call after another', 'µs'],
  ['a call after another, p10', 'µs'],
  ['CPU of a call of these, one by one', 'µs'],
  ['work on a result of 1.64 MB', 'ms'],
  ['CPU of that work', 'ms'],
  ['a loop of 5,000,000 steps', 'ms'],
  ['a live run', 'MB'],
  ['a parked run', 'MB'],
]

/** @param {import('../harness/pool.mjs').Pool} pool */
export async function run(pool) {
  installPeers(pool.settings.log, 'code-mode')
  const node = newerNode()
  if (node === undefined) {
    const notes = [
      'not measured: the peers need Node 22, and there is no build of it for this machine in bench/code-mode',
    ]
    return {
      tables: [{ columns: ['candidate'], rows: [], notes }],
      goals: goals(
        () => undefined,
        () => undefined,
      ),
    }
  }
  const found = await all(pool, node)
  const measure = (/** @type {string} */ name, /** @type {string} */ candidate) =>
    found.get(name)?.get(candidate)
  const over = (/** @type {string} */ name, /** @type {string} */ mine, /** @type {string} */ base) =>
    measure(name, mine)?.over(measure(name, base), 'wall')
  const value = (/** @type {string} */ name, /** @type {string} */ candidate) =>
    measure(name, candidate)?.wall
  return { tables: [costs(measure, over), ending(measure)], goals: goals(over, value) }
}

/** @typedef {import('../harness/measure.mjs').Measure} Measure */
/** @typedef {(name: string, candidate: string) => Measure | undefined} Find */
/** @typedef {(name: string, mine: string, base: string) => number | undefined} Over */

/** @param {string} factory @param {string[]} candidates @param {object} [more] */
function sources(factory, candidates, more = {}) {
  const file = `../code-mode/${['steady'].includes(factory) ? 'steady' : 'extremes'}.mjs`
  const source = (/** @type {string} */ name) => [
    file,
    factory,
    { runtime: runtimes[name] ?? 'isolated', ...more },
  ]
  return /** @type {import('../harness/pool.mjs').Sources} */ (
    Object.fromEntries(candidates.map((name) => [name, source(name)]))
  )
}

/** Every figure of every runtime. @param {import('../harness/pool.mjs').Pool} pool @param {string} node */
async function all(pool, node) {
  const everyone = Object.keys(runtimes)
  const few = { rounds: Math.min(3, pool.settings.rounds), node }
  const plain = { ...sources('steady', everyone), ...sources('steady', [isolated], { calls: false }) }
  const kept = [dsh, worker, inline, vercel, executor]
  const parts = [
    await pool.fresh(sources('cold', everyone), { node }),
    await pool.measure(plain, { node }),
    await pool.fresh(sources('live', kept), few),
    await pool.fresh(sources('parked', [worker]), few),
  ]
  /** @type {Map<string, Map<string, Measure>>} */
  const found = new Map()
  for (const part of parts) for (const name of part.operations.keys()) found.set(name, part.of(name))
  const killed = [dsh, worker, process_, vercel]
  for (const program of ['loop', 'join']) {
    const ended = await pool.fresh(
      sources('kill', program === 'loop' ? killed : [worker, vercel], { program }),
      few,
    )
    for (const name of ended.operations.keys()) found.set(`${program}: ${name}`, ended.of(name))
  }
  return found
}

/** @param {Find} measure @param {Over} over */
function costs(measure, over) {
  const candidates = [...Object.keys(runtimes), isolated]
  const rows = figures.map(([name, unit]) => [
    `${name}, ${unit}`,
    ...candidates.map((candidate) => {
      const own = measure(name, candidate)?.wall
      const compared = candidate === dsh ? undefined : over(name, candidate, dsh)
      return compared === undefined ? figure(own) : `${figure(own)} (${ratio(compared)})`
    }),
  ])
  const notes = [
    `in brackets: of ${dsh}, as the median of the ratios of each round`,
    'the process runtime runs without a sandbox around it here, and the CPU time of its children is not counted',
    'a parked run is one that waits for a call, off its thread',
  ]
  for (const candidate of candidates) {
    const reasons = new Set(figures.flatMap(([name]) => measure(name, candidate)?.unavailable ?? []))
    for (const reason of reasons) notes.push(`${candidate}: not measured: ${reason}`)
  }
  return { columns: [`(of ${dsh})`, ...candidates], rows, notes }
}

/** @param {Find} measure */
function ending(measure) {
  const candidates = [dsh, worker, process_, vercel]
  const of = (/** @type {string} */ name) =>
    candidates.map((candidate) => {
      const rounds = measure(name, candidate)?.rounds.map(({ wall }) => wall) ?? []
      return rounds.length === 0 ? '–' : figure(Math.max(...rounds))
    })
  return {
    caption: 'Programs that do not end, with a limit of 500 ms: the worst of all rounds, in ms',
    columns: ['program', ...candidates],
    rows: [
      ['`while (true) {}`, ended after its limit', ...of('loop: ended after its limit')],
      ['the same, host lag', ...of('loop: host lag')],
      ['a join of 2²⁸ times nothing, ended after its limit', ...of('join: ended after its limit')],
      ['the same, host lag', ...of('join: host lag')],
    ],
  }
}

/** @param {Over} over @param {(name: string, candidate: string) => number | undefined} value */
function goals(over, value) {
  const goal = (/** @type {string} */ name, /** @type {number} */ limit, base = dsh, mine = worker) =>
    atMost(`${mine}, ${name}, of ${base}`, over(name, mine, base), limit)
  const live = value('a live run', dsh)
  const parked = value('a parked run', worker)
  return [
    goal('cold start', 0.75),
    goal('cold start', 0.4, vercel),
    goal('cold start', 0.4, executor),
    goal('warm start', 0.06),
    goal('warm start, the fastest', 0.02),
    goal('warm start', 0.35, vercel),
    goal('warm start', 1.5, executor),
    goal('1000 calls at once', 0.1),
    goal('1000 calls at once', 0.07, vercel),
    goal('1000 calls at once', 0.12, executor),
    goal('a call after another', 0.8),
    goal('a call after another, p10', 0.4),
    goal('a call after another', 0.35, vercel),
    goal('a call after another', 0.12, dsh, inline),
    goal('a call after another', 0.3, executor, inline),
    goal('CPU of a trivial run', 0.15),
    goal('CPU of a trivial run', 0.7, vercel),
    goal('CPU of a call of these', 0.28),
    goal('CPU of a call of these', 0.09, vercel),
    goal('CPU of a call of these', 0.27, executor),
    goal('work on a result of 1.64 MB', 0.15),
    goal('work on a result of 1.64 MB', 0.22, vercel),
    goal('work on a result of 1.64 MB', 1.2, executor),
    goal('work on a result of 1.64 MB', 1.5, isolated),
    goal('a live run', 1.1),
    goal('a live run', 0.4, vercel),
    atMost(`${worker}, a parked run, of a live one of ${dsh}`, live && parked && parked / live, 0.25),
    amount(
      `${worker}, a loop is ended after its limit`,
      value('loop: ended after its limit', worker),
      150,
      'ms',
    ),
    amount(`${worker}, host lag of that`, value('loop: host lag', worker), 50, 'ms'),
    amount(
      `${worker}, a join is ended after its limit`,
      value('join: ended after its limit', worker),
      150,
      'ms',
    ),
    amount(`${worker}, host lag of that`, value('join: host lag', worker), 50, 'ms'),
  ]
}
