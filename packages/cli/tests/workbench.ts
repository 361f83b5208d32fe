import { expect, onTestFinished, vi } from 'vitest'
import type { SessionEvent, SessionEventType } from '@millrace/protocol'
import { scriptedModel, type Script } from '@millrace/testkit'
import type {
  AnswerOutcome,
  AskedForm,
  AskedQuestion,
  Frame,
  QuestionReply,
  SessionList,
  WireProblem,
} from '@millrace/web/wire'
import { run } from '../src/run.ts'
import type { OpenModel } from '../src/run/open-model.ts'
import { openDefault, type OpenWorkspace } from '../src/with-workspace.ts'
import { home, type Home } from './running.ts'
import { terminal, type TerminalOptions } from './terminal.ts'

/** What a test gives a workbench. */
export interface WorkbenchOptions extends TerminalOptions {
  readonly at?: Home
  /** What the model of its sessions answers. */
  readonly script?: Script
  readonly openModel?: OpenModel
  readonly open?: OpenWorkspace
}

/** `millrace web` as a page sees it. */
export interface Workbench {
  readonly at: Home
  /** The address that it printed. */
  readonly address: string
  readonly err: () => string
  get<T>(path: string): Promise<T>
  post<T>(path: string, body: unknown): Promise<T>
  /** Says why something is refused, and with which status. */
  refusal(path: string, body?: unknown): Promise<WireProblem & { readonly status: number }>
  /** Opens one of its streams. */
  stream(path: string): Promise<Stream>
  /** Interrupts it. @returns its exit status. */
  end(): Promise<number>
}

/** Runs `millrace web` until the test is over. */
export async function workbench(
  argv: readonly string[] = [],
  options: WorkbenchOptions = {},
): Promise<Workbench> {
  const { at = home(), script = [], open = openDefault, env = {}, ...others } = options
  const controller = new AbortController()
  const model = scriptedModel(script)
  const openModel = options.openModel ?? (() => Promise.resolve(model))
  const whole = { PATH: process.env['PATH'], ...at.env, ...env }
  const io = terminal({ cwd: at.project, ...others, env: whole, signal: controller.signal })
  const status = run(['web', ...argv], io, open, openModel)
  const end = (): Promise<number> => {
    controller.abort()
    return status
  }
  onTestFinished(async () => void (await end()))
  const early = status.then((code) => Promise.reject(new Error(`it ended with ${code}: ${io.err()}`)))
  early.catch(() => {})
  const printed = vi.waitFor(() => expect(io.out()).toMatch(/\n$/), { timeout: 60_000 })
  await Promise.race([printed, early])
  const address = io.out().trimEnd()
  return { at, address, err: io.err, ...client(address), end }
}

function client(address: string): Pick<Workbench, 'get' | 'post' | 'refusal' | 'stream'> {
  const [, origin = '', token = ''] = /^(http:\/\/127\.0\.0\.1:\d+)\/#token=([\w-]+)/.exec(address) ?? []
  const ask = (path: string, body?: unknown, signal?: AbortSignal): Promise<Response> =>
    fetch(`${origin}${path}`, {
      headers: {
        Authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      ...(signal !== undefined && { signal }),
    })
  const answered = async <T>(path: string, body?: unknown): Promise<T> => {
    const response = await ask(path, body)
    const text = await response.text()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
    return (text === '' ? undefined : JSON.parse(text)) as T
  }
  return {
    get: (path) => answered(path),
    post: (path, body) => answered(path, body),
    refusal: async (path, body) => {
      const response = await ask(path, body)
      expect(response.ok).toBe(false)
      const { error } = (await response.json()) as { readonly error: WireProblem }
      return { ...error, status: response.status }
    },
    stream: async (path) => {
      const leaving = new AbortController()
      const response = await ask(path, undefined, leaving.signal)
      expect(response.status).toBe(200)
      const stream = new Stream(response, leaving)
      onTestFinished(() => stream.close())
      return stream
    },
  }
}

/** One message of a stream. */
export interface Message {
  readonly name: string
  readonly data: unknown
}

/** A stream of server-sent events, read to its end. */
export class Stream {
  readonly messages: Message[] = []
  readonly ended: Promise<void>
  readonly #leaving: AbortController
  readonly #waiting = new Set<() => void>()

  constructor(response: Response, leaving: AbortController) {
    this.#leaving = leaving
    this.ended = this.#read(response).catch((error: unknown) => {
      if (!leaving.signal.aborted) throw error
    })
    this.ended.catch(() => {})
  }

  /** All events of a session that came, in their order and each once. */
  get events(): readonly SessionEvent[] {
    return this.frames.map(({ event }) => event)
  }

  get frames(): readonly Frame[] {
    const messages = this.messages.filter(({ name }) => name === 'frames')
    return messages.flatMap(({ data }) => (data as { readonly frames: readonly Frame[] }).frames)
  }

  /** Waits until something that came is what is looked for. */
  async until<T>(find: (stream: this) => T | undefined): Promise<T> {
    for (;;) {
      const found = find(this)
      if (found !== undefined) return found
      let wake = (): void => {}
      const woken = new Promise<void>((resolve) => (wake = resolve))
      this.#waiting.add(wake)
      await Promise.race([woken, this.ended.then(() => Promise.reject(new Error('the stream has ended')))])
      this.#waiting.delete(wake)
    }
  }

  /** Waits for the event of a session. */
  event<T extends SessionEventType>(
    type: T,
    isIt: (event: SessionEvent<T>) => boolean = () => true,
  ): Promise<SessionEvent<T>> {
    const isOfType = (event: SessionEvent): event is Extract<SessionEvent, SessionEvent<T>> =>
      event.type === type
    return this.until(({ events }) => events.filter(isOfType).find(isIt))
  }

  close(): void {
    this.#leaving.abort()
  }

  async #read({ body }: Response): Promise<void> {
    let text = ''
    for await (const chunk of (body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
      text += chunk
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) this.#take(block)
      for (const wake of this.#waiting) wake()
    }
    for (const wake of this.#waiting) wake()
  }

  #take(block: string): void {
    const lines = block.split('\n')
    const name = lines.find((line) => line.startsWith('event: '))?.slice('event: '.length)
    const data = lines.filter((line) => line.startsWith('data: ')).map((line) => line.slice('data: '.length))
    if (name !== undefined) this.messages.push({ name, data: JSON.parse(data.join('\n')) })
  }
}

/** Starts a session by these words and watches it. */
export async function begun(
  bench: Workbench,
  prompt: string,
): Promise<{ readonly id: string; readonly session: Stream }> {
  const { id } = await bench.post<{ readonly id: string }>('/api/sessions', { prompt })
  return { id, session: await bench.stream(`/api/sessions/${id}/stream`) }
}

interface Waiting {
  readonly questions: readonly AskedQuestion[]
  readonly forms: readonly AskedForm[]
}

/** What waits now, as the stream of the desk told last. */
export function waiting({ messages }: Stream): Waiting {
  const last = messages.findLast(({ name }) => name === 'waiting')
  return (last?.data ?? { questions: [], forms: [] }) as Waiting
}

/** Waits for a question about a call of this tool. */
export function asked(desk: Stream, tool: string): Promise<AskedQuestion> {
  return desk.until((stream) => waiting(stream).questions.find(({ card }) => card.tool === tool))
}

/** Answers a question as a page does. */
export function answers(
  bench: Workbench,
  { requestId, hash, nonce }: Pick<AskedQuestion, 'requestId' | 'hash' | 'nonce'>,
  reply: QuestionReply,
): Promise<AnswerOutcome> {
  return bench.post(`/api/questions/${requestId}/answer`, { hash, nonce, reply })
}

/** The words that a model of a session read as the result of its last call. */
export function lastResult({ events }: Stream): string {
  const result = events.findLast((event) => event.type === 'tool/result')
  return JSON.stringify(result?.data.content)
}

/** The list of sessions. */
export function sessions(bench: Workbench): Promise<SessionList> {
  return bench.get('/api/sessions')
}
