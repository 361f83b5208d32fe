import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'
import { connect } from '../../src/client/connection/connect.ts'
import { always, call, connected, machine, program, programs, until, usePrograms } from './support.ts'

usePrograms()

describe('a server that is a program', () => {
  verifies(['fault:B007'], 'gets arguments as they are, and its tools are listed', async () => {
    const { options, written } = machine()
    const connection = await connected(program('raw.mjs'), options)
    expect(connection.facts).toMatchObject({ era: 'legacy', protocolVersion: '2025-06-18', name: 'raw' })
    expect(connection.facts.instructions).toHaveLength(16 * 1024)
    const { tools, problems } = await connection.listTools(always)
    expect(problems).toEqual([])
    expect(tools.map(({ name }) => name)).toContain('echo')
    const args = { n: 1, o: { a: [1, null] }, t: true, z: null, s: '[1]', u: '\ud800', f: 1e21 }
    expect(await call(connection, 'echo', args)).toEqual({
      content: [{ type: 'text', text: 'done' }],
      structured: args,
      isError: false,
    })
    await until('the frame was written', () => written().includes('"name":"echo"'))
    expect(written()).toContain(
      '"arguments":{"n":1,"o":{"a":[1,null]},"t":true,"z":null,"s":"[1]","u":"\\ud800","f":1e+21}',
    )
    await connection.close()
    expect(await connection.closed).toBe('it was closed')
    await expect(call(connection, 'echo')).rejects.toMatchObject({
      code: 'MCP_NOT_CONNECTED',
      server: 'test',
    })
  })

  verifies(['fault:B073'], 'may write noise, and messages in pieces and of any size', async () => {
    const { options, written } = machine()
    const connection = await connected(program('noise.mjs'), options)
    const result = await call(connection, 'anything')
    expect(result.content).toEqual([{ type: 'text', text: 'ä'.repeat(1_000_000) }])
    expect(written()).toContain('skipped: a line that is no message: Welcome')
    expect(written()).toContain('skipped: a line of more than 16777216 bytes')
    expect(written()).toContain('skipped: a message outside the protocol')
    expect(written().split('\n').length).toBeLessThan(110)
    await connection.close()
  })

  verifies(
    ['fault:B004'],
    'sends numbers that no number holds: they are left out, and the text stays',
    async () => {
      const connection = await connected(program('raw.mjs'), machine().options)
      const big = await call(connection, 'big')
      expect(big.content).toEqual([{ type: 'text', text: '{"id": 4611686018427387905}' }])
      expect(big.structured).toBeUndefined()
      expect(big.flaw).toContain('4611686018427387905 would be rounded')
      const twice = await call(connection, 'twice')
      expect(twice.structured).toBeUndefined()
      expect(twice.flaw).toContain('the key "a" stands twice')
      await connection.close()
    },
  )

  verifies(['fault:B081'], 'sends blocks that nobody knows: all are kept as they came', async () => {
    const connection = await connected(program('raw.mjs'), machine().options)
    expect((await call(connection, 'blocks')).content).toEqual([
      { type: 'error', text: 'x' },
      { type: 'audio' },
      { type: 'text', text: 'kept' },
      7,
    ])
    await connection.close()
  })

  test('answers with errors, and each is one failure of one call', async () => {
    const connection = await connected(program('raw.mjs'), machine().options)
    const codes: Record<string, string> = {
      broken: 'MCP_MALFORMED',
      'broken-error': 'MCP_MALFORMED',
      task: 'MCP_MALFORMED',
      refuse: 'MCP_SERVER_ERROR',
    }
    for (const [name, code] of Object.entries(codes)) {
      await expect(call(connection, name), name).rejects.toMatchObject({ code })
    }
    await expect(call(connection, 'refuse')).rejects.toThrow('error -32602: no such tool \\u{202e}')
    expect(await call(connection, 'failed')).toMatchObject({ isError: true })
    expect((await call(connection, 'ids')).content).toEqual([{ type: 'text', text: 'right' }])
    expect((await call(connection, 'large', { bytes: 2_000_000 })).content).toHaveLength(1)
    await connection.close()
  })

  test('dies in a call: the call is lost, and not repeated', async () => {
    const { options, written } = machine()
    const connection = await connected(program('raw.mjs'), options)
    const waiting = call(connection, 'never')
    await expect(call(connection, 'crash')).rejects.toMatchObject({ code: 'MCP_CONNECTION_LOST' })
    await expect(waiting).rejects.toThrow(/is not known, and the call is not repeated/)
    expect(await connection.closed).toBe('its program ended with exit code 7')
    expect(written().split('"crash"')).toHaveLength(2)
  })
})

describe('finding out what a server speaks', () => {
  test.each(['dies', 'hangs'])('works where it %s of what it does not know', async (mode) => {
    const { options, written } = machine()
    const config = program('raw.mjs', [mode], { startTimeoutMs: 16_000 })
    const connection = await connected(config, options)
    expect(connection.facts.era).toBe('legacy')
    await connection.close()
    // The second time it is known.
    const before = written().split('server/discover').length
    expect(written().match(/; it is started again, to speak the older generation of MCP$/gm)).toHaveLength(1)
    const again = await connected(config, options)
    expect(written().split('server/discover')).toHaveLength(before)
    await again.close()
  })

  test('fails clearly, and nothing is left', async () => {
    const { options, written } = machine()
    const silent = connect('test', program('raw.mjs', ['silent'], { startTimeoutMs: 6000 }), options, always)
    await expect(silent).rejects.toMatchObject({ code: 'MCP_CONNECT_FAILED' })
    await expect(silent).rejects.toThrow(/not ready within its time limit|could not be connected/)
    expect(written()).toContain('initialize')
    const none = connect('test', { ...program('x'), command: 'no-such-program-of-all' }, options, always)
    await expect(none).rejects.toMatchObject({ code: 'MCP_CONNECT_FAILED' })
    const early = connect('test', { ...program('x'), args: ['-e', 'process.exit(5)'] }, options, always)
    await expect(early).rejects.toThrow(/its program ended with exit code 5/)
    const stop = new AbortController()
    const stopped = connect('test', program('raw.mjs', ['silent']), options, stop.signal)
    stop.abort(new Error('enough'))
    await expect(stopped).rejects.toThrow('enough')
  })
})

describe('the end of a server', () => {
  verifies(['security:M4'], 'comes in 1.5 s, also where it ignores everything and left a child', async () => {
    const { options } = machine()
    let pid = 0
    const start: typeof options.start = async (spec) => {
      const running = await programs().start(spec)
      pid = running.pid
      started.push(running)
      return running
    }
    const started: Awaited<ReturnType<typeof options.start>>[] = []
    const connection = await connected(program('raw.mjs', ['stubborn']), { ...options, start })
    const waiting = call(connection, 'never')
    const begin = performance.now()
    const closing = connection.close()
    await expect(waiting).rejects.toMatchObject({ code: 'MCP_CONNECTION_LOST' })
    await closing
    // 1.5 s on a quiet machine; what is busy gets some more.
    expect(performance.now() - begin).toBeLessThan(10_000)
    expect(pid).toBeGreaterThan(0)
    expect(await started[0]?.isTreeAlive()).toBe(false)
  })

  test('takes what it started along when it dies by itself', async () => {
    const { options } = machine()
    const started: Awaited<ReturnType<typeof options.start>>[] = []
    const start: typeof options.start = async (spec) => {
      const running = await programs().start(spec)
      started.push(running)
      return running
    }
    const connection = await connected(program('raw.mjs', ['stubborn']), { ...options, start })
    await expect(call(connection, 'crash')).rejects.toMatchObject({ code: 'MCP_CONNECTION_LOST' })
    await connection.closed
    expect(await started[0]?.isTreeAlive()).toBe(false)
    await connection.close()
  })
})
