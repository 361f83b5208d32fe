import { getEventListeners } from 'node:events'
import { readdirSync } from 'node:fs'
import { InMemoryTransport } from '@modelcontextprotocol/server'
import { describe, expect, test } from 'vitest'
import { connect } from '../../src/client/connection/connect.ts'
import { connectOver } from '../../src/client/connection/connect-over.ts'
import { httpServer, json, older } from './http-server.ts'
import { always, call, machine, program, until, usePrograms } from './support.ts'

usePrograms()

const descriptors = (): number => (process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0)
const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length

describe('what a connection leaves behind', () => {
  test('is nothing: no listener, no timer, no descriptor', async () => {
    const { options } = machine()
    const config = await httpServer(
      older((message, answer) => {
        if (message.id !== undefined)
          json(answer, { jsonrpc: '2.0', id: message.id, result: { content: [] } })
      }),
    )
    const { signal } = new AbortController()
    const round = async (): Promise<void> => {
      for (const server of [program('raw.mjs'), config]) {
        const connection = await connect('test', server, options, signal)
        await call(connection, 'echo', {}, signal)
        const stop = new AbortController()
        const running = call(connection, 'never', {}, stop.signal)
        stop.abort()
        await expect(running).rejects.toThrow()
        expect(getEventListeners(stop.signal, 'abort')).toEqual([])
        await connection.close()
        await connection.close()
      }
    }
    // The first round loads what is loaded once.
    await round()
    await round()
    const before = { descriptors: descriptors(), timers: timers() }
    for (let time = 0; time < 5; time++) await round()
    // Pipes made ahead and sockets that are kept for the next request come and go.
    await until('descriptors are given back', () => descriptors() <= before.descriptors + 4)
    await until('timers have ended', () => timers() <= before.timers + 1)
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })

  test('is no connection where the other side never answers', async () => {
    const [ours] = InMemoryTransport.createLinkedPair()
    const silent = connectOver('silent', ours, { startTimeoutMs: 400 }, {}, always)
    await expect(silent).rejects.toMatchObject({ code: 'MCP_CONNECT_FAILED', server: 'silent' })
  })
})
