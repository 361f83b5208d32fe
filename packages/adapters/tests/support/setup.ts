import { text, type ContentBlock } from '@millrace/protocol'
import { createTools, defineTool, type ToolDefinition, type ToolRuntime } from '@millrace/tools'

/** Greets somebody. */
export const greet: ToolDefinition = defineTool({
  name: 'greet',
  description: 'Greets somebody by name.',
  parameters: { name: { type: 'string', required: true } },
  output: { schema: { type: 'string' }, render: (_args, value) => [text(value)] },
  isConcurrencySafe: () => true,
  execute: async ({ name }) => `Hello, ${name}!`,
})

/** One red pixel. */
export const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC'

/** A tool that gives the blocks that it was made with, or fails with a text. */
export function giving(name: string, content: ContentBlock[] | Error): ToolDefinition {
  return defineTool({
    name,
    description: 'Gives what it was made with.',
    parameters: {},
    output: { schema: { type: 'null' }, render: () => (content instanceof Error ? [] : content) },
    execute: async () => {
      if (content instanceof Error) throw content
      return null
    },
  })
}

/** Text, a picture, a link: what results are made of. */
export const mixed: ContentBlock[] = [
  text('A pixel:'),
  { type: 'image', data: pixel, mimeType: 'image/png' },
  { type: 'image', data: 'Qk0=', mimeType: 'image/bmp' },
  { type: 'resource_link', uri: 'https://example.com/a', name: 'a' },
]

/** A runtime whose policy denies calls of `forbidden`. */
export function setup(...definitions: ToolDefinition[]): ToolRuntime {
  const tools = createTools({ tools: [greet, giving('forbidden', []), ...definitions] })
  tools.ctx.on('tools/pre-execute', async (call, next) =>
    call.name === 'forbidden' ? { kind: 'deny', reason: 'not on my watch' } : next(),
  )
  return tools
}

/** Records when calls of its tools begin and end. */
export class Diary {
  readonly lines: string[] = []

  /** A tool that ends once `release` is called for it. */
  tool(name: string, parallel: boolean): ToolDefinition {
    return defineTool({
      name,
      description: 'Waits.',
      parameters: {},
      output: { schema: { type: 'null' }, render: () => [text(name)] },
      isConcurrencySafe: () => parallel,
      execute: async (_args, exec) => {
        this.lines.push(`${exec.callId} begins`)
        await new Promise<void>((resolve) => {
          this.#waiting.set(exec.callId, resolve)
          exec.signal.addEventListener('abort', () => resolve())
        })
        this.lines.push(`${exec.callId} ends`)
        return null
      },
    })
  }

  readonly #waiting = new Map<string, () => void>()

  /** Lets a call end. */
  release(callId: string): void {
    this.#waiting.get(callId)?.()
  }
}
