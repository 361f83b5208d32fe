import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { run, withServers } from './mcp-place.ts'

const secrets = { IN_URL: 'url-canary-0123456789', IN_HEADER: 'header-canary-0123456789' }

/** A server that tells its variables and arguments wherever it says anything, as JavaScript. */
const gossip = `
  const said = process.env.TOKEN + ' ' + process.argv.at(-1)
  const inputSchema = { type: 'object', title: said, properties: { x: { type: 'number', description: said } } }
  const tools = [{ name: 'a', title: said, description: 'Connects to ' + said, inputSchema }]
  const answers = {
    initialize: ({ protocolVersion }) => ({
      protocolVersion, capabilities: { tools: {} }, serverInfo: { name: said, version: said },
    }),
    'tools/list': () => ({ tools }),
    'tools/call': () => ({ content: [{ type: 'text', text: said }] }),
  }
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method, params } = JSON.parse(line)
    if (id === undefined) return
    const answer = answers[method]
    const rest = answer ? { result: answer(params) } : { error: { code: -32601, message: 'no ' + said } }
    console.log(JSON.stringify({ jsonrpc: '2.0', id, ...rest }))
  })
`

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

verifies(['security:D5'], 'what a server says of what it was sent is shown without it', async () => {
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
})

verifies(
  ['security:D5'],
  'what a server says of its tools reaches neither a person, nor a model, nor a file with them',
  async () => {
    const at = withServers(
      () => ({
        one: {
          command: process.execPath,
          args: ['-e', gossip, '${IN_ARGUMENT}'],
          env: { TOKEN: '${IN_HEADER}' },
        },
      }),
      {},
      { ...secrets, IN_ARGUMENT: 'argument-canary-0123456789' },
    )
    await run(at, ['mcp', 'trust', '--yes'])
    for (const argv of [
      ['mcp', 'list', '--json'],
      ['tools'],
      ['tools', '--json'],
      ['tools', 'mcp__one__a'],
      ['tools', '--sdk', 'typescript'],
      ['call', 'mcp__one__a', 'x=1', '--approve-all'],
    ]) {
      const ended = await run(at, argv)
      const shown = ended.out() + ended.err()
      expect([argv, ended.status]).toEqual([argv, 0])
      expect(shown).toContain('[redacted')
      expect([argv, shown]).toEqual([argv, expect.not.stringMatching(/canary/) as string])
    }
    const state = join(at.home, '.local/state/millrace')
    const kept = readdirSync(state, { recursive: true, withFileTypes: true }).flatMap((each) =>
      each.isFile() ? [readFileSync(join(each.parentPath, each.name), 'utf8')] : [],
    )
    expect(kept.some((text) => text.includes('mcp__') || text.includes('fingerprint'))).toBe(true)
    expect(kept.filter((text) => text.includes('canary'))).toEqual([])
  },
)
