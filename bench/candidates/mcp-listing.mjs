// A server that is a transport: it answers what a client asks while it starts, and costs next to nothing itself.

/** Tools with schemas as they usually are. @param {string} server @param {number} count */
export function listedTools(server, count) {
  return Array.from({ length: count }, (_, at) => ({
    name: `tool_${at}`,
    title: `Tool ${at}`,
    description: `Does the work number ${at} of ${server}, and says how it went. Give it a query and, where that matters, a limit.`,
    inputSchema: {
      type: 'object',
      properties: {
        query: { type: 'string', description: 'What to look for.' },
        limit: { type: 'integer', minimum: 1, maximum: 100, description: 'At most so many.' },
        tags: { type: 'array', items: { type: 'string' } },
        options: {
          type: 'object',
          properties: { deep: { type: 'boolean' }, kind: { enum: ['a', 'b', 'c'] } },
        },
      },
      required: ['query'],
    },
    annotations: { readOnlyHint: true },
  }))
}

/** Answers after a time, once for the whole start: when its tools are listed. */
export class ListingServer {
  /** @param {object[]} tools @param {number} delayMs */
  constructor(tools, delayMs) {
    this.tools = tools
    this.delayMs = delayMs
    /** @type {((message: any) => void) | undefined} */
    this.onmessage = undefined
    /** @type {(() => void) | undefined} */
    this.onclose = undefined
    /** @type {((error: Error) => void) | undefined} */
    this.onerror = undefined
  }

  async start() {}

  async close() {
    this.onclose?.()
  }

  /** @param {any} message */
  async send({ id, method, params }) {
    if (id === undefined) return
    const answer = answers[method]?.(this, params)
    const reply = () =>
      this.onmessage?.(
        answer === undefined
          ? { jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } }
          : { jsonrpc: '2.0', id, result: answer },
      )
    if (method === 'tools/list' && this.delayMs > 0) setTimeout(reply, this.delayMs)
    else setImmediate(reply)
  }
}

/** @type {Record<string, (server: ListingServer, params: any) => object>} */
const answers = {
  initialize: (_server, { protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'listing', version: '1.0.0' },
  }),
  'tools/list': ({ tools }) => ({ tools: structuredClone(tools) }),
  ping: () => ({}),
}
