// A web server that has a turn with an agent for each request, and streams the events of its session, one JSON text a line.
// The model is that of OPENAI_API_KEY, ANTHROPIC_API_KEY or DEEPSEEK_API_KEY; without a key a scripted one answers.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { AgentService, PromptService, type AgentModel } from '@millrace/agent'
import { availableModels, findModel } from '@millrace/agent/models'
import { memorySessions } from '@millrace/agent/session'
import { localRefusal } from '@millrace/host'
import { scriptedModel } from '@millrace/testkit'
import { createTools, defineTool } from '@millrace/tools'

const clock = defineTool({
  name: 'clock',
  description: 'Says what time it is, in UTC.',
  parameters: {},
  output: { schema: { type: 'string' }, render: (_args, value) => [{ type: 'text', text: value }] },
  effects: 'none',
  execute: async () => new Date().toISOString(),
})

const { ctx } = createTools({ tools: [clock] })
await ctx.plugin(PromptService)
export const store = memorySessions()
await ctx.plugin(AgentService, { store })

async function model(): Promise<AgentModel> {
  if (availableModels(process.env).chosen) return findModel(process.env)
  return scriptedModel([{ calls: [{ name: 'clock', arguments: {} }] }, 'It is later than you think.'])
}

// #region core
async function turn(prompt: string, response: ServerResponse): Promise<void> {
  const left = new AbortController()
  response.once('close', () => left.abort())
  const worker = await ctx.agents.create({ model: await model(), cwd: process.cwd(), limits: { steps: 20 } })
  try {
    response.setHeader('content-type', 'application/x-ndjson')
    worker.ctx.on('agent/event', (_agent, event) => void response.write(`${JSON.stringify(event)}\n`))
    await worker.send(prompt, left.signal)
  } finally {
    await worker.dispose()
    await store.remove(worker.id)
  }
  response.end()
}
// #endregion core

const token = process.env.TOKEN ?? randomBytes(32).toString('base64url')

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = '', rawHeaders } = request
  const access = { hosts: [new URL(address).host], origins: [address], token }
  const refusal = localRefusal({ method, rawHeaders }, access)
  if (refusal) return void response.writeHead(refusal.status).end(refusal.reason)
  const body = await json(request)
  const prompt = typeof body === 'object' && body !== null && 'prompt' in body ? body.prompt : undefined
  if (typeof prompt !== 'string') return void response.writeHead(422).end('send { "prompt": "…" }')
  await turn(prompt, response)
}

function failed(error: unknown, response: ServerResponse): void {
  console.error(error)
  if (response.headersSent) response.destroy()
  else response.writeHead(error instanceof SyntaxError ? 400 : 500).end()
}

export const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => failed(error, response))
})
await once(server.listen(Number(process.env.PORT ?? 0), '127.0.0.1'), 'listening')
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
console.log(`curl -N ${address} --json '{"prompt":"What time is it?"}' -H 'authorization: Bearer ${token}'`)
