// A workbench with one session whose agent writes a thousand events a second; told by its parent what to do.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jsonlSessions } from '@millrace/agent/session'
import { privateDisk } from '@millrace/host'
import { serveWeb } from '@millrace/web'

const token = process.argv[2] ?? ''
const folder = mkdtempSync(join(tmpdir(), 'millrace-bench-'))
const store = jsonlSessions(await privateDisk(folder))
const id = 'busy'
const log = await store.create({ id, cwd: '/', principal: 'bench', versions: {}, tools: {} })
/** Where the log can be read on, by the number of the event that comes next there. @type {Map<number, any>} */
const places = new Map()

/** The session, as far as its viewers ask for it. */
const source = {
  header: log.header,
  presenters: () => undefined,
  activity: () => ({ at: /** @type {const} */ ('here'), status: /** @type {const} */ ('running') }),
  async *pages(/** @type {number} */ after) {
    const known = [...places.keys()].filter((seq) => seq <= after + 1)
    for await (const { events, next } of store.pages(id, places.get(Math.max(...known)))) {
      places.set(next.seq, next)
      yield events.filter(({ seq }) => seq > after)
    }
  },
  tail: (/** @type {number} */ mostBytes) => store.tail(id, mostBytes),
  watch: (/** @type {any} */ listener) => log.watch((event) => listener.event(event)),
  close: () => {},
}

const host = /** @type {any} */ ({ sessions: { open: async () => source } })
const served = await serveWeb(host, { port: 0, token, files: new Map() })

/** Milliseconds since the epoch, with fractions: the same clock in the process of the viewers. */
const now = () => performance.timeOrigin + performance.now()

/** Writes so many events a second for a while. @returns microseconds that one took, the median. */
async function write(/** @type {number} */ seconds, /** @type {number} */ perSecond) {
  const begin = performance.now()
  /** @type {number[]} */
  const spent = []
  let count = 0
  while (count < seconds * perSecond) {
    const due = Math.min(seconds * perSecond, ((performance.now() - begin) / 1000) * perSecond)
    for (; count < due; count++) {
      const text = `${now()} ${'words of an answer as they arrive '.repeat(8)}`
      const before = performance.now()
      log.append('assistant/chunk', { turn: 1, step: 1, kind: 'text', text })
      spent.push(performance.now() - before)
    }
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return (spent.toSorted((a, b) => a - b)[Math.floor(count / 2)] ?? 0) * 1000
}

process.on('message', async (/** @type {any} */ { seconds, perSecond }) => {
  const before = process.cpuUsage()
  const us = await write(seconds, perSecond)
  const { user, system } = process.cpuUsage(before)
  process.send?.({ us, next: log.next, rss: process.memoryUsage.rss(), cpu: (user + system) / 1e6 / seconds })
})
process.on('disconnect', async () => {
  await served.close()
  await log.close()
  rmSync(folder, { recursive: true })
})
process.send?.({ port: served.port })
