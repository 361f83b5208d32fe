import { scriptedProvider, type ProviderRequest, type ScriptedAnswer } from '@millrace/testkit/provider'
import { expect, onTestFinished, vi } from 'vitest'

/** A provider of models that answers when the test says so. */
export interface HeldProvider {
  /** What leads the compiled command to it. */
  readonly env: Readonly<Record<string, string>>
  readonly requests: readonly ProviderRequest[]
  /** Waits for the next request, and answers it once it came. @returns the request. */
  readonly answer: (answer: ScriptedAnswer) => Promise<ProviderRequest>
  /** Waits for the next request, which is left without an answer. */
  readonly hold: () => Promise<ProviderRequest>
}

/** Starts one, until the test is over. */
export async function heldProvider(): Promise<HeldProvider> {
  const waiting: { readonly request: ProviderRequest; readonly send: (answer: ScriptedAnswer) => void }[] = []
  let taken = 0
  const server = await scriptedProvider(
    (request) => new Promise((send) => void waiting.push({ request, send })),
  )
  onTestFinished(() => server.close())
  const next = async (): Promise<(typeof waiting)[number]> => {
    const at = taken++
    return vi.waitFor(
      () => {
        expect(waiting.length).toBeGreaterThan(at)
        return waiting[at]!
      },
      { timeout: 60_000 },
    )
  }
  return {
    env: { OPENAI_BASE_URL: server.url, OPENAI_API_KEY: 'sk-test-1', MILLRACE_MODEL: 'openai/test' },
    requests: server.requests,
    answer: async (answer) => {
      const { request, send } = await next()
      send(answer)
      return request
    },
    hold: async () => (await next()).request,
  }
}
