import type { AgentModel, ModelAnswer, ModelNews, ModelRequest } from '@millrace/agent'
import { findModel, type FindModelOptions, type ModelError } from '@millrace/agent/models'
import type { Timers } from '@millrace/host'
import { scriptedProvider, type ProviderScript, type ScriptedProvider } from '@millrace/testkit/provider'
import { expect, onTestFinished } from 'vitest'

/** The three protocols that are found by the environment. */
export const providers = ['openai', 'anthropic', 'deepseek'] as const
export type Provider = (typeof providers)[number]

/** A key that must never be seen. */
export const canary = 'sk-canary-7Qf2mZp0Lx9'

const models: Record<Provider, string> = {
  openai: 'openai/gpt-test',
  anthropic: 'anthropic/claude-sonnet-5-5',
  deepseek: 'deepseek/deepseek-v4-pro',
}

/** The variables that lead to a server on this machine. */
export function environment(provider: Provider, url: string): Record<string, string> {
  const name = provider.toUpperCase()
  return { [`${name}_API_KEY`]: canary, [`${name}_BASE_URL`]: url, MILLRACE_MODEL: models[provider] }
}

/** Timers that do not wait between attempts, and remember how long they should have. */
export function hurried(): Timers & { readonly slept: number[] } {
  const slept: number[] = []
  return {
    slept,
    sleep(milliseconds, signal) {
      // What is longer watches over a stream.
      if (milliseconds > 61_000) return new Promise((_, reject) => waitForAbort(signal, reject))
      slept.push(milliseconds)
      return Promise.resolve()
    },
  }
}

/** Timers whose first long wait ends when a test says so. */
export function pausable(): { readonly timers: Timers; readonly end: () => void } {
  const others = hurried()
  let end: (() => void) | undefined
  const sleep: Timers['sleep'] = (milliseconds, signal) => {
    if (end !== undefined || milliseconds < 61_000) return others.sleep(milliseconds, signal)
    return new Promise((resolve) => {
      end = resolve
    })
  }
  return { timers: { sleep }, end: () => end?.() }
}

function waitForAbort(signal: AbortSignal | undefined, reject: (reason: unknown) => void): void {
  if (signal?.aborted) reject(signal.reason)
  else signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
}

/** What a test works with: a real provider package, and a server that follows the script. */
export interface ModelSetup {
  readonly server: ScriptedProvider
  readonly model: AgentModel
  readonly timers: ReturnType<typeof hurried>
}

/** A model of a provider whose server follows a script. */
export async function modelOf(
  provider: Provider,
  script: ProviderScript,
  options: FindModelOptions = {},
): Promise<ModelSetup> {
  const server = await scriptedProvider(script)
  onTestFinished(() => server.close())
  const timers = hurried()
  const model = await findModel(environment(provider, server.url), { timers, random: () => 0.5, ...options })
  return { server, model, timers }
}

/** A request with one message of a person. */
export function request(more: Partial<ModelRequest> = {}): ModelRequest {
  const messages = [{ role: 'user' as const, content: 'hello' }]
  return { system: 'be kind', tools: [], messages, settings: {}, ...more }
}

/** Asks, and keeps the news. */
export async function asked(
  model: AgentModel,
  what: ModelRequest = request(),
  signal: AbortSignal = new AbortController().signal,
): Promise<{ answer: ModelAnswer; news: ModelNews[] }> {
  const news: ModelNews[] = []
  const answer = await model.ask(what, { signal, onNews: (item) => news.push(item) })
  return { answer, news }
}

/** The error of a request that fails. */
export async function failureOf(model: AgentModel, what: ModelRequest = request()): Promise<ModelError> {
  const outcome = await asked(model, what).then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(outcome).toMatchObject({ name: 'ModelError' })
  return outcome as ModelError
}

/** The texts of news of one kind, put together. */
export function wordsOf(news: readonly ModelNews[], kind: 'text' | 'reasoning' | 'notice'): string {
  return news
    .flatMap((item) => (item.kind === kind ? ['text' in item ? item.text : item.message] : []))
    .join('')
}
