import type { Client } from '@modelcontextprotocol/client'
import { messageOf } from '@millrace/protocol'
import type { Parts } from './parts.ts'

const firstPauseMs = 1000
const longestPauseMs = 60_000

/** Keeps a subscription to changes of the tools, where the server speaks the generation that has such and offers it. */
export function followChanges(client: Client, parts: Parts): void {
  const offered = client.getServerCapabilities()?.tools?.listChanged === true
  if (!offered || client.getProtocolEra() !== 'modern') return
  // Ends with the connection, whose end it learns by the signal.
  follow(client, parts).catch(() => {})
}

async function follow(client: Client, parts: Parts): Promise<void> {
  const { timers, clock, oddities, news, ended } = parts
  let pauseMs = firstPauseMs
  for (let isFirst = true; !ended.signal.aborted; isFirst = false) {
    const since = clock.monotonic()
    try {
      const subscription = await client.listen({ toolsListChanged: true }, { signal: ended.signal })
      // What changed between two subscriptions nobody told.
      if (!isFirst) news.changed()
      if ((await subscription.closed) === 'local') return
    } catch (error) {
      if (ended.signal.aborted) return
      oddities.note(`changes of its tools cannot be followed just now: ${messageOf(error)}`)
    }
    pauseMs =
      clock.monotonic() - since > longestPauseMs ? firstPauseMs : Math.min(pauseMs * 2, longestPauseMs)
    await timers.sleep(pauseMs, ended.signal)
  }
}
