import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { millraceFile, place, runs, starts, type Place } from './command.ts'
import { peer } from './peers.ts'

const inspector = peer('inspector')
const token = 'a-token-of-forty-three-characters-for-a-test'

/** What the Inspector prints of a result. */
interface Printed {
  readonly tools?: readonly {
    readonly name: string
    readonly inputSchema: object
    readonly outputSchema?: object
  }[]
  readonly content?: readonly { readonly type: string; readonly text: string }[]
  readonly structuredContent?: { readonly total?: number }
  readonly isError?: boolean
}

describe.skipIf(inspector === undefined)('the command line of the MCP Inspector', () => {
  let at: Place
  beforeAll(() => {
    at = place({ 'notes.md': '# Notes\nTODO one\n' })
  })
  afterAll(() => at.remove())

  /** Lets it make one request of a server. */
  async function inspect(target: readonly string[], ...args: readonly string[]): Promise<Printed> {
    const { node = '', script = '' } = inspector ?? {}
    const { out, err } = await runs(at, [script, ...target, ...args], node)
    if (!out.trimStart().startsWith('{')) throw new Error(`it printed no result: ${out} ${err}`)
    return JSON.parse(out) as Printed
  }

  /** The same three requests, however the server is reached. */
  async function triesAll(target: readonly string[]): Promise<void> {
    const { tools = [] } = await inspect(target, '--method', 'tools/list')
    const grep = tools.find(({ name }) => name === 'grep')
    expect(grep?.inputSchema).toMatchObject({ type: 'object', required: ['pattern'] })
    expect(grep?.outputSchema).toMatchObject({ type: 'object' })

    const call = (tool: string, argument: string) =>
      inspect(target, '--method', 'tools/call', '--tool-name', tool, '--tool-arg', argument)
    const found = await call('grep', 'pattern=TODO')
    expect(found.content?.[0]?.text).toContain('TODO one')
    expect(found.structuredContent).toMatchObject({ total: 1 })

    const denied = await call('bash', 'command=touch PWNED')
    expect(denied.isError).toBe(true)
    const why = denied.content?.map(({ text }) => text).join('\n')
    expect(why).toMatch(/requires approval/)
    expect(why).toContain('"Bash(touch PWNED)"')
    expect(existsSync(join(at.project, 'PWNED'))).toBe(false)
  }

  test('lists and calls over the standard streams, and is refused with the reason', async () => {
    await triesAll([process.execPath, millraceFile, 'mcp', 'serve'])
  })

  test('lists and calls by HTTP, with the token alone', async () => {
    const running = starts({ ...at, env: { ...at.env, MILLRACE_MCP_TOKEN: token } }, [
      millraceFile,
      'mcp',
      'serve',
      '--http',
    ])
    try {
      await expect.poll(running.said, { timeout: 60_000 }).toMatch(/http:\/\/127\.0\.0\.1:\d+\/mcp/)
      const [url = ''] = /http:\/\/127\.0\.0\.1:\d+\/mcp/.exec(running.said()) ?? []
      const header = ['--header', `Authorization: Bearer ${token}`]
      // The header takes all that follows up to the next option.
      await triesAll([url, '--transport', 'http', ...header])
      await expect(inspect([url, '--method', 'tools/list'])).rejects.toThrow(/no result/)
    } finally {
      running.child.kill()
      await running.ended
    }
  })
})
