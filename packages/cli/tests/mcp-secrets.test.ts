import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { run, withServers } from './mcp-place.ts'

const secrets = { IN_URL: 'url-canary-0123456789', IN_HEADER: 'header-canary-0123456789' }

/** A server that says in its failure what it was sent. */
async function telltale(): Promise<number> {
  const server = await new Promise<Server>((resolve) => {
    const made = createServer(({ url, headers }, response) => {
      response.writeHead(500, { 'content-type': 'text/plain' })
      response.end(`cannot ${url} for ${headers.authorization}`)
    }).listen(0, '127.0.0.1', () => resolve(made))
  })
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

verifies(
  ['security:D5'],
  'what a server says of what it was sent is shown without it',
  async () => {
    const port = await telltale()
    const one = {
      url: `http://127.0.0.1:${port}/\${IN_URL}`,
      headers: { Authorization: 'Bearer ${IN_HEADER}' },
    }
    const at = withServers(() => ({ one }), {}, secrets)
    await run(at, ['mcp', 'trust', '--yes'])
    for (const argv of [
      ['mcp', 'list', 'one'],
      ['mcp', 'list', '--json'],
      ['tools'],
      ['call', 'mcp__one__x', '--approve-all'],
      ['call', 'mcp__one__x', '--approve-all', '--json'],
      ['mcp', 'log', 'one'],
    ]) {
      const ended = await run(at, argv)
      const shown = ended.out() + ended.err()
      expect(shown).toContain('cannot /')
      expect([argv, shown]).toEqual([argv, expect.not.stringMatching(/canary/) as string])
    }
  },
  60_000,
)
