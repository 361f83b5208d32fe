import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { fileURLToPath } from 'node:url'
import { figure, ratio } from '../harness/format.mjs'
import { amount, atMost } from '../harness/goal.mjs'

export const title = 'Workbench: viewers of a busy session'

const perSecond = 1000
const viewers = 20
const idle = 2

/** @param {import('../harness/pool.mjs').Pool} pool */
export async function run({ settings }) {
  const seconds = settings.rounds < 10 ? 6 : 20
  const token = randomBytes(32).toString('base64url')
  const program = fileURLToPath(new URL('../candidates/web-server.mjs', import.meta.url))
  const child = fork(program, [token], { serialization: 'json' })
  /** @type {import('node:http').ClientRequest[]} */
  const opened = []
  const ask = async (/** @type {object} */ work) => {
    child.send(work)
    return (await once(child, 'message'))[0]
  }
  try {
    const [{ port }] = await once(child, 'message')
    await ask({ seconds: Math.min(5, seconds), perSecond })
    const alone = await ask({ seconds, perSecond })
    /** @type {Viewer[]} */
    const reading = []
    for (let count = 0; count < viewers + idle; count++) {
      const viewer = await Viewer.open(port, token, alone.next - 1)
      opened.push(viewer.request)
      if (count < viewers) reading.push(viewer.read())
    }
    const watched = await ask({ seconds, perSecond })
    await Promise.all(reading.map((viewer) => viewer.until(watched.next - alone.next)))
    const lags = reading.flatMap((viewer) => viewer.lags).toSorted((a, b) => a - b)
    const grown = (watched.rss - alone.rss) / 1e6
    const [median, most] = [lags[Math.floor(lags.length / 2)], lags.at(-1)]
    return {
      tables: [
        {
          caption: `${figure(perSecond)} events a second for ${seconds} s, ${viewers} viewers that read and ${idle} that do not`,
          columns: ['figure', 'value'],
          rows: [
            ['lag of an event, median ms', figure(median)],
            ['lag of an event, most ms', figure(most)],
            ['µs of an append without viewers', figure(alone.us)],
            ['µs of an append with them', `${figure(watched.us)} (${ratio(watched.us / alone.us)})`],
            ['cores that the server keeps busy without viewers', figure(alone.cpu)],
            ['cores that it keeps busy with them', figure(watched.cpu)],
            ['resident memory that the server grew by, MB', figure(grown)],
          ],
          notes: [
            `${figure(lags.length)} events reached viewers; viewers run in one process, on the same machine`,
          ],
        },
      ],
      goals: [
        amount('the longest lag of a viewer that reads', most, 1000, 'ms'),
        amount('memory that viewers take, those that do not read among them', grown, 100, 'MB'),
        atMost('an append with viewers, of one without', watched.us / alone.us, 2),
      ],
    }
  } finally {
    for (const each of opened) each.destroy()
    if (child.connected) child.disconnect()
    if (child.exitCode === null) await once(child, 'exit')
  }
}

/** One page that looks at the session. */
class Viewer {
  /** Milliseconds that each event took. @type {number[]} */
  lags = []
  /** @type {() => void} */
  #wake = () => {}

  /** @param {import('node:http').ClientRequest} asked @param {import('node:http').IncomingMessage} response */
  constructor(asked, response) {
    this.request = asked
    this.response = response
  }

  /** @param {number} port @param {string} token @param {number} after */
  static async open(port, token, after) {
    const path = `/api/sessions/busy/stream?after=${after}`
    const headers = { Authorization: `Bearer ${token}` }
    const asked = request({ host: '127.0.0.1', port, path, headers, agent: false }).end()
    const [response] = await once(asked, 'response')
    if (response.statusCode !== 200) throw new Error(`the stream was answered with ${response.statusCode}`)
    return new Viewer(asked, response)
  }

  /** Reads all that comes. What was sent before an event began is known by the time in its text. */
  read() {
    let rest = ''
    this.response.setEncoding('utf8')
    this.response.on('data', (/** @type {string} */ chunk) => {
      const at = performance.timeOrigin + performance.now()
      const text = rest + chunk
      const end = text.lastIndexOf('"text":"')
      for (const [, sent = ''] of text.slice(0, Math.max(0, end)).matchAll(/"text":"(\d+\.?\d*) /g)) {
        this.lags.push(at - Number(sent))
      }
      rest = text.slice(Math.max(0, end))
      // The last event of a message is whole when the message is.
      const last = rest.endsWith('\n\n') && /"text":"(\d+\.?\d*) /.exec(rest)?.[1]
      if (last) {
        this.lags.push(at - Number(last))
        rest = ''
      }
      this.#wake()
    })
    return this
  }

  /** Waits until so many events came. @param {number} count */
  async until(count) {
    while (this.lags.length < count) await new Promise((resolve) => (this.#wake = () => resolve(undefined)))
  }
}
