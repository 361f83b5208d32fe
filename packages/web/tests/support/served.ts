import { serveWeb, type ServedWorkbench, type ServeWebOptions, type WebHost } from '@millrace/web'
import { onTestFinished } from 'vitest'

/** The token of all servers of tests. */
export const token = 'test-token-of-at-least-32-characters'

/** A page for tests that look at no page. */
export const smallPage: ReadonlyMap<string, Uint8Array> = new Map([
  ['/', Buffer.from('<!doctype html><title>small</title>')],
  ['/assets/index-1a2b3c.js', Buffer.from('console.log("small")')],
])

/** A server that a test has to itself, and what it warned of. */
export interface TestServer extends ServedWorkbench {
  readonly warnings: readonly string[]
  /** Asks for something with the token. */
  ask(path: string, request?: RequestInit): Promise<Response>
  /** Does something. */
  post(path: string, body?: unknown): Promise<Response>
}

/** How a test serves a host. */
export interface ServeOptions extends Partial<ServeWebOptions> {
  /** The page that was built, in place of a small one. */
  readonly isBuilt?: true
}

/** Serves a host until the test ends. */
export async function serve(host: WebHost, { isBuilt, ...options }: ServeOptions = {}): Promise<TestServer> {
  const warnings: string[] = []
  const served = await serveWeb(host, {
    port: 0,
    token,
    ...(isBuilt !== true && { files: smallPage }),
    warn: (message, error) => void warnings.push(`${message}: ${String(error)}`),
    ...options,
  })
  onTestFinished(() => served.close())
  const origin = `http://127.0.0.1:${served.port}`
  const ask = (path: string, { headers, ...request }: RequestInit = {}): Promise<Response> =>
    fetch(`${origin}${path}`, {
      ...request,
      headers: { Authorization: `Bearer ${token}`, ...(headers as Record<string, string>) },
    })
  const post = (path: string, body: unknown = {}): Promise<Response> =>
    ask(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  return { ...served, warnings, ask, post }
}
