import { appendFileSync, writeSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/** A tool that behaves. */
export const echo = tool('echo', {
  inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
})

/** A definition of which the overrides are the lie. */
export function tool(name, overrides = {}) {
  return { name, description: `The tool ${name}.`, inputSchema: { type: 'object' }, ...overrides }
}

/** A result of one text. */
export const said = (text) => ({ content: [{ type: 'text', text }] })

/** Waits. */
export { sleep }

/**
 * A server of the 2025 handshake on the standard streams that does everything right until a behaviour puts something
 * else in place of one of its answers.
 */
export class Peer {
  tools = [echo]
  info = { name: 'hostile', version: '1.0.0' }
  capabilities = { tools: { listChanged: true } }

  /** Answers by method; each gets the message and may answer in any way. */
  on = {
    initialize: ({ id, params }) => this.reply(id, this.opening(params?.protocolVersion)),
    'tools/list': ({ id }) => this.reply(id, { tools: this.tools }),
    'tools/call': ({ id, params }) => this.reply(id, said(`echo: ${params?.arguments?.text ?? ''}`)),
    ping: ({ id }) => this.reply(id, {}),
  }

  opening(protocolVersion) {
    const known = protocolVersion === '2026-07-28' ? '2025-11-25' : (protocolVersion ?? '2025-11-25')
    return { protocolVersion: known, capabilities: this.capabilities, serverInfo: this.info }
  }

  /** Writes exactly these characters or bytes, and waits until they have gone. */
  write(bytes) {
    const all = typeof bytes === 'string' ? Buffer.from(bytes) : bytes
    for (let from = 0; from < all.length;) {
      try {
        from += writeSync(1, all, from)
      } catch (error) {
        if (error.code === 'EPIPE') process.exit(0)
        if (error.code !== 'EAGAIN') throw error
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
      }
    }
  }

  send(message) {
    this.write(`${JSON.stringify(message)}\n`)
  }

  reply(id, result) {
    this.send({ jsonrpc: '2.0', id, result })
  }

  /** Answers with a result that is JSON text already, as it is. */
  replyRaw(id, json) {
    this.write(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${json}}\n`)
  }

  fail(id, error) {
    this.send({ jsonrpc: '2.0', id, error })
  }

  notify(method, params) {
    this.send({ jsonrpc: '2.0', method, ...(params !== undefined && { params }) })
  }

  /** Asks the client something; what it says is recorded. */
  ask(id, method, params) {
    this.send({ jsonrpc: '2.0', id, method, ...(params !== undefined && { params }) })
  }

  /** Keeps a fact for the test, as one line. */
  record(fact) {
    const file = process.env.HOSTILE_RECORD
    if (file) appendFileSync(file, `${JSON.stringify(fact)}\n`)
  }

  /** The token under which the call wants to hear of its progress. */
  token(message) {
    return message.params?._meta?.progressToken
  }

  take(message) {
    if (message.method === undefined) {
      this.record({ answer: message })
      return
    }
    if (message.method === 'notifications/cancelled') this.record({ cancelled: message.params })
    if (message.id === undefined) {
      this.on[message.method]?.(message)
      return
    }
    const answer = Object.hasOwn(this.on, message.method) ? this.on[message.method] : undefined
    if (answer) answer(message)
    else this.fail(message.id, { code: -32601, message: `no such method: ${message.method}` })
  }

  /** Reads messages until there are no more, and ends then. */
  listen() {
    let rest = ''
    process.stdin.setEncoding('utf8')
    process.stdin.on('data', (chunk) => {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) if (line.trim() !== '') this.take(JSON.parse(line))
    })
    process.stdin.on('end', () => this.ended())
  }

  ended() {
    process.exit(0)
  }
}
