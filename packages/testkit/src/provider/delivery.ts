import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ProviderFailure, ScriptedAnswer } from './script.ts'
import type { Wire } from './wire.ts'

/** An event of a shape that no protocol knows. */
const malformed = 'data: {"unexpected":[true]}\n\n'
const badJson = 'data: {"choices": [{"delta": {"content": "cut\n\n'

/** Sends an answer, or what a failure leaves of it. */
export async function deliver(
  answer: ScriptedAnswer,
  wire: Wire,
  model: string,
  isStream: boolean,
  to: ServerResponse,
): Promise<void> {
  const { failure } = answer
  if (failure?.kind === 'status') return refuse(failure, wire, to)
  if (failure?.kind === 'empty') {
    to.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' })
    to.end()
    return
  }
  if (isStream) return stream(answer, wire, model, to)
  if (failure?.kind === 'reset') {
    to.destroy()
    return
  }
  if (failure?.kind === 'stall') return
  const body = failure === undefined ? JSON.stringify(wire.whole(answer, model)) : '{"unexpected": '
  to.writeHead(200, { 'content-type': 'application/json' })
  await send(body, answer, to)
  to.end()
}

function refuse(failure: Extract<ProviderFailure, { kind: 'status' }>, wire: Wire, to: ServerResponse): void {
  to.writeHead(failure.status, { 'content-type': 'application/json', ...failure.headers })
  to.end(failure.body ?? JSON.stringify(wire.refusal(failure.status)))
}

async function stream(answer: ScriptedAnswer, wire: Wire, model: string, to: ServerResponse): Promise<void> {
  const { failure } = answer
  const { content, finish, end } = wire.events(answer, model)
  if (failure?.kind === 'reset' && failure.afterChunks === 0) {
    to.destroy()
    return
  }
  to.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' })
  to.flushHeaders()
  const all = [
    ...content,
    ...(failure?.kind === 'no-finish' ? [] : finish),
    ...(failure?.kind === 'no-finish' || failure?.kind === 'no-end' ? [] : end),
  ]
  const cut = cutOf(failure)
  for (const event of cut === undefined ? all : all.slice(0, cut)) {
    if (answer.delayMs !== undefined) await sleep(answer.delayMs)
    if (to.destroyed) return
    await send(event, answer, to)
  }
  await conclude(failure, wire, answer, to)
}

/** How many events arrive before a failure in their midst. */
function cutOf(failure: ProviderFailure | undefined): number | undefined {
  return failure !== undefined && 'kind' in failure && midway.has(failure.kind)
    ? ((failure as { afterChunks?: number }).afterChunks ?? 1)
    : undefined
}

const midway = new Set<ProviderFailure['kind']>(['reset', 'stall', 'malformed', 'bad-json', 'error'])

async function conclude(
  failure: ProviderFailure | undefined,
  wire: Wire,
  answer: ScriptedAnswer,
  to: ServerResponse,
): Promise<void> {
  if (failure?.kind === 'stall') return
  if (failure?.kind === 'reset') {
    // What was written has to leave first, or the client would see nothing of it.
    await sleep(20)
    to.destroy()
    return
  }
  if (failure?.kind === 'malformed') await send(malformed, answer, to)
  if (failure?.kind === 'bad-json') await send(badJson, answer, to)
  if (failure?.kind === 'error') await send(wire.error(failure.type, failure.message), answer, to)
  to.end()
}

/** Writes a text in as many pieces as the answer asks for; each is its own packet as far as the system allows. */
async function send(text: string, { splitBytes }: ScriptedAnswer, to: ServerResponse): Promise<void> {
  const bytes = Buffer.from(text, 'utf8')
  const size = splitBytes ?? bytes.length
  for (let at = 0; at < bytes.length && !to.destroyed; at += size) {
    if (!to.write(bytes.subarray(at, at + size)) && !to.destroyed) await drained(to)
    if (size < bytes.length) await turn()
  }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

function drained(to: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      to.off('drain', done)
      to.off('close', done)
      resolve()
    }
    to.on('drain', done)
    to.on('close', done)
  })
}
