// TypeScript sources with many typed tools, one text for each way to declare them.

/** Schemas of one tool in the author DSL that Millrace and DSH share. @param {number} at */
const dsl = (at) => `
  parameters: {
    path${at}: { type: 'string', required: true },
    limit: { type: 'integer' },
    mode: { type: 'string', enum: ['lines', 'bytes', 'm${at}'], required: true },
    tags: { type: 'array', items: { type: 'string' } },
    options: {
      type: 'object', additionalProperties: false, required: true,
      properties: { deep${at}: { type: 'boolean', required: true }, depth: { type: 'number' } },
    },
  },
  output: {
    schema: {
      type: 'object', additionalProperties: false,
      properties: {
        rows: {
          type: 'array', required: true,
          items: {
            type: 'object', additionalProperties: false,
            properties: { id: { type: 'integer', required: true }, name${at}: { type: 'string', required: true } },
          },
        },
        total: { type: 'integer', required: true },
      },
    },
    render: (_args, value) => [{ type: 'text', text: String(value.total) }],
  },`

/** The body, which uses what was inferred. @param {number} at */
const body = (at) => `
  async execute(args) {
    const mode: 'lines' | 'bytes' | 'm${at}' = args.mode
    return { rows: [{ id: args.limit ?? 0, name${at}: args.path${at} + mode }], total: args.options.deep${at} ? 1 : 0 }
  },`

/** @param {string} from */
const sharedContract = (from) => ({
  head: `import { defineTool } from '${from}'`,
  tool: (/** @type {number} */ at) =>
    `export const tool${at} = defineTool({\n  name: 'tool-${at}', description: 'A tool.',${dsl(at)}${body(at)}\n})`,
})

const zodHead = `import { z } from 'zod'
declare function define<P extends z.ZodType, O extends z.ZodType>(tool: {
  name: string; description: string; parameters: P; output: O
  execute(args: z.infer<P>): Promise<z.infer<O>>
  render(args: z.infer<P>, value: z.infer<O>): { type: 'text'; text: string }[]
}): { name: string }`

/** @param {number} at */
const zodTool = (at) => `export const tool${at} = define({
  name: 'tool-${at}', description: 'A tool.',
  parameters: z.object({
    path${at}: z.string(), limit: z.int().optional(), mode: z.enum(['lines', 'bytes', 'm${at}']),
    tags: z.array(z.string()).optional(),
    options: z.strictObject({ deep${at}: z.boolean(), depth: z.number().optional() }),
  }),
  output: z.strictObject({ rows: z.array(z.strictObject({ id: z.int(), name${at}: z.string() })), total: z.int() }),
  render: (_args, value) => [{ type: 'text', text: String(value.total) }],${body(at)}
})`

const plainHead = `declare function define<A, V>(tool: {
  name: string; description: string
  execute(args: A): Promise<V>
  render(args: A, value: V): { type: 'text'; text: string }[]
}): { name: string }`

/** @param {number} at */
const plainTool = (at) => `interface Args${at} {
  path${at}: string; limit?: number; mode: 'lines' | 'bytes' | 'm${at}'; tags?: string[]
  options: { deep${at}: boolean; depth?: number }
}
interface Value${at} { rows: { id: number; name${at}: string }[]; total: number }
export const tool${at} = define<Args${at}, Value${at}>({
  name: 'tool-${at}', description: 'A tool.',
  render: (_args, value) => [{ type: 'text', text: String(value.total) }],${body(at)}
})`

/** @type {Record<string, { head: string, tool: (at: number) => string }>} */
export const declarations = {
  'plain generics': { head: plainHead, tool: plainTool },
  DSH: sharedContract('@deepseek-ai/dsh-tools'),
  Millrace: sharedContract('@millrace/tools'),
  'zod 4': { head: zodHead, tool: zodTool },
}

/** One module with so many tools. @param {string} name @param {number} count */
export function typedTools(name, count) {
  const { head, tool } = declarations[name]
  return [head, ...Array.from({ length: count }, (_, at) => tool(at)), ''].join('\n\n')
}
