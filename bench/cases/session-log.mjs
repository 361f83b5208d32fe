import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jsonlSessions } from '@millrace/agent/session'
import { privateDisk } from '@millrace/host'
import { figure, ratio } from '../harness/format.mjs'
import { amount, atMost } from '../harness/goal.mjs'
import { Measure } from '../harness/measure.mjs'

export const title = 'Session log: opening, searching and listing, against JSON.parse over the lines'

const events = 100_000
const sessions = 2000
const id = 'long'

/** @param {import('../harness/pool.mjs').Pool} pool */
export async function run({ settings }) {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-bench-'))
  try {
    const store = jsonlSessions(await privateDisk(join(folder, 'long')))
    const appended = await write(store)
    const file = join(folder, 'long', `${id}.jsonl`)
    const text = readFileSync(file, 'utf8')
    const megabytes = Buffer.byteLength(text) / 1e6
    const bare = new Measure()
    const opened = new Measure()
    const searched = new Measure()
    for (let round = -2; round < settings.rounds; round++) {
      const isWarm = round >= 0
      await timed(bare, isWarm, () => parsedLines(text))
      await timed(opened, isWarm, () => store.read(id).then((session) => session.events.length))
      await timed(searched, isWarm, () => count(store.search('a word that is nowhere')))
    }
    const listed = await listing(join(folder, 'many'), settings.rounds)
    const over = opened.over(bare, 'wall')
    const row = (/** @type {string} */ name, /** @type {Measure} */ measure) => [
      name,
      figure(measure.wall / 1000),
      ratio(measure.over(bare, 'wall')),
    ]
    return {
      tables: [
        {
          caption: `Median milliseconds for a log of ${figure(events)} events, ${figure(megabytes)} MB, that the system has in memory`,
          columns: ['work', 'ms', 'of JSON.parse'],
          rows: [
            row('JSON.parse each line of a text in memory', bare),
            row('read the session', opened),
            row('search it', searched),
          ],
          notes: [
            `appending took ${figure(appended)} µs an event, on its way to the disk`,
            `listing ${figure(sessions)} sessions took ${figure(listed)} ms`,
          ],
        },
      ],
      goals: [
        atMost('opening a log, of JSON.parse over its lines', over, 2),
        amount('appending an event', appended, 100, 'µs'),
        amount(`listing ${figure(sessions)} sessions`, listed, 3000, 'ms'),
      ],
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Writes the long session; microseconds that an event took. @param {import('@millrace/agent/session').SessionStore} store */
async function write(store) {
  const log = await store.create(sessionOf(id))
  const begin = process.hrtime.bigint()
  for (let step = 0; step < events / 5; step++) {
    const place = { turn: 1, step }
    const callId = `call_${step}`
    log.append('assistant/chunk', {
      ...place,
      kind: 'text',
      text: 'Words of an answer as they arrive. '.repeat(3),
    })
    log.append('tool/call', { ...place, callId, name: 'read', arguments: `{"path":"src/file-${step}.ts"}` })
    const content = [
      { type: /** @type {const} */ ('text'), text: 'export const line = "of a file"\n'.repeat(20) },
    ]
    log.append('tool/result', { ...place, callId, callSeq: step, isError: false, content })
    log.append('step/end', { ...place, finish: 'tool-calls', usage: { input: 1000, output: 200 } })
    log.append('user/message', {
      ...place,
      message: { role: 'user', content: 'And now that, s’il vous plaît' },
    })
    if (step % 100 === 0) await log.flush()
  }
  await log.close()
  return Number(process.hrtime.bigint() - begin) / 1000 / events
}

/** Milliseconds that a list of many sessions takes. @param {string} folder @param {number} rounds */
async function listing(folder, rounds) {
  const store = jsonlSessions(await privateDisk(folder))
  const begin = async (/** @type {number} */ number) => {
    const log = await store.create(sessionOf(`s${number}`), { flushing: 'never' })
    log.append('user/message', { turn: 1, step: 0, message: { role: 'user', content: `Task ${number}` } })
    await log.close()
  }
  for (let number = 0; number < sessions; number += 50) {
    await Promise.all(Array.from({ length: 50 }, (_, index) => begin(number + index)))
  }
  const measure = new Measure()
  for (let round = -1; round < Math.min(5, rounds); round++) {
    await timed(measure, round >= 0, () => count(store.list()))
  }
  return measure.wall / 1000
}

/** @param {string} name */
const sessionOf = (name) => ({ id: name, cwd: '/', principal: 'bench', versions: {}, tools: {} })

/** @param {AsyncIterable<unknown>} items */
async function count(items) {
  let number = 0
  for await (const _ of items) number++
  return number
}

/** @param {string} text */
function parsedLines(text) {
  const all = []
  let start = 0
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
    all.push(JSON.parse(text.slice(start, end)))
    start = end + 1
  }
  return all.length
}

/** @param {Measure} measure @param {boolean} isWarm @param {() => unknown} work */
async function timed(measure, isWarm, work) {
  const begin = process.hrtime.bigint()
  await work()
  const wall = Number(process.hrtime.bigint() - begin) / 1000
  if (isWarm) measure.rounds.push({ cpu: Number.NaN, wall })
}
