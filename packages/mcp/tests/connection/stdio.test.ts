import { describe, expect, test } from 'vitest'
import { call, connected, machine, program, usePrograms } from './support.ts'

usePrograms()

describe('a server that is a program', () => {
  test('is connected, listed, called and closed', async () => {
    const { options, written } = machine()
    const connection = await connected(program('raw.mjs'), options)
    expect(connection.facts).toMatchObject({ era: 'legacy', protocolVersion: '2025-06-18', name: 'raw' })
    const { tools, problems } = await connection.listTools(new AbortController().signal)
    expect(problems).toEqual([])
    expect(tools.map(({ name }) => name)).toContain('echo')
    const args = { n: 1, o: { a: [1, null] }, t: true, z: null, s: '[1]' }
    expect(await call(connection, 'echo', args)).toEqual({
      content: [{ type: 'text', text: 'done' }],
      structured: args,
      isError: false,
    })
    await connection.close()
    expect(await connection.closed).toBe('it was closed')
    expect(written()).toContain('"arguments":{"n":1,"o":{"a":[1,null]},"t":true,"z":null,"s":"[1]"}')
  })
})
