// A server of the older generation that writes noise, long lines, and its messages in pieces.
import { setTimeout as sleep } from 'node:timers/promises'

const write = (part) => new Promise((resolve) => process.stdout.write(part, resolve))

async function inPieces(message) {
  const bytes = Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\r\n`)
  const cuts = [0, Math.floor(bytes.length / 3), Math.floor(bytes.length / 2) + 1, bytes.length]
  for (let cut = 1; cut < cuts.length; cut++) {
    await write(bytes.subarray(cuts[cut - 1], cuts[cut]))
    await sleep(20)
  }
}

await write('Welcome to the server!\r\n\r\n')
await write(`${'x'.repeat(2_000_000)}\n{"level":"info"}\n7\n[1,2]\nnull\n`)
await write('{"jsonrpc":"2.0"}\n'.repeat(5000))
for (let part = 0; part < 20; part++) await write('{'.repeat(1_000_000))
await write('\n')

let rest = ''
process.stdin.setEncoding('utf8')
process.stdin.on('end', () => process.exit(0))
for await (const chunk of process.stdin) {
  const lines = (rest + chunk).split('\n')
  rest = lines.pop()
  for (const line of lines) {
    const { id, method } = JSON.parse(line)
    if (method === 'initialize') {
      const serverInfo = { name: 'noise', version: '1' }
      await inPieces({
        id,
        result: { protocolVersion: '2025-03-26', capabilities: { tools: {} }, serverInfo },
      })
    } else if (method === 'tools/call') {
      await inPieces({ id, result: { content: [{ type: 'text', text: 'ä'.repeat(1_000_000) }] } })
    } else if (id !== undefined) await inPieces({ id, error: { code: -32601, message: 'unknown' } })
  }
}
