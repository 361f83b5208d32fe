import { PassThrough } from 'node:stream'
import { Client, type ElicitRequest, type ElicitResult } from '@modelcontextprotocol/client'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { expect, onTestFinished } from 'vitest'
import { run } from '../src/run.ts'
import type { OpenWorkspace } from '../src/with-workspace.ts'
import type { Place } from './settings.ts'

/** The command that serves, in this process, and a client of the SDK at its streams. */
export interface Serving {
  readonly client: Client
  readonly err: () => string
  /** All that stood on the standard output, line by line. */
  readonly lines: () => readonly string[]
  /** Closes the input, as a client does that ends. @returns the exit status. */
  readonly end: () => Promise<number>
}

export interface ServingOptions {
  readonly env?: Place['env']
  readonly open?: OpenWorkspace
  readonly elicit?: (params: ElicitRequest['params']) => ElicitResult | Promise<ElicitResult>
  readonly era?: 'legacy' | 'modern'
  readonly name?: string
}

/** What a call says in words. */
export const said = (result: { readonly content: readonly unknown[] }): string =>
  result.content.map((block) => (block as { text?: string }).text ?? '').join('\n')

/** Waits for a tool of a server behind a gateway, which a busy machine may start after the first list was given. */
export async function listed(client: Client, tool: string): Promise<void> {
  const names = async (): Promise<string[]> => (await client.listTools()).tools.map(({ name }) => name)
  await expect.poll(names, { timeout: 60_000 }).toContain(tool)
}

/** Serves the tools of a folder to a client. */
export async function serving(
  folder: string,
  argv: readonly string[] = [],
  { env = {}, open, elicit, era = 'legacy', name = 'test-client' }: ServingOptions = {},
): Promise<Serving> {
  const [input, output] = [new PassThrough(), new PassThrough()]
  let [err, out] = ['', '']
  output.on('data', (chunk) => (out += String(chunk)))
  const io = {
    stdin: input,
    stdout: output,
    stderr: { write: (text: string) => (err += text) },
    env,
    cwd: folder,
    signal: new AbortController().signal,
  }
  const status = run(['mcp', 'serve', ...argv], io, open)
  const client = new Client(
    { name, version: '1.0' },
    {
      capabilities: elicit === undefined ? {} : { elicitation: { form: {} } },
      versionNegotiation: { mode: era === 'modern' ? { pin: '2026-07-28' } : 'legacy' },
    },
  )
  if (elicit !== undefined) client.setRequestHandler('elicitation/create', ({ params }) => elicit(params))
  onTestFinished(async () => {
    input.end()
    await status
  })
  await Promise.race([client.connect(new StdioServerTransport(output, input)), status])
  return {
    client,
    err: () => err,
    lines: () => out.split('\n').filter((line) => line !== ''),
    end: () => {
      input.end()
      return status
    },
  }
}
