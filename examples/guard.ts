// A guard: a check after all rules, listeners and answers, which can deny and has no way to allow.
import { createTools, defineTool, type ToolGuard } from '@millrace/tools'

const transfer = defineTool({
  name: 'transfer',
  description: 'Transfers money to an account of the company.',
  parameters: { to: { type: 'string', required: true }, euros: { type: 'number', required: true } },
  output: { schema: { type: 'string' }, render: (_args, value) => [{ type: 'text', text: value }] },
  execute: async ({ to, euros }) => `${euros} euros went to ${to}`,
})

// #region core
/** Whatever cannot be understood counts as too much. */
const atMost =
  (limit: number): ToolGuard =>
  ({ name, arguments: args }) => {
    if (name !== 'transfer') return undefined
    const euros = typeof args === 'object' && args !== null && 'euros' in args ? args.euros : undefined
    if (typeof euros === 'number' && euros > 0 && euros <= limit) return undefined
    return `transfers are limited to ${limit} euros: ask accounting for more`
  }

const tools = createTools({ tools: [transfer] })
tools.guard(atMost(1_000))
// #endregion core

const { signal } = new AbortController()
for (const euros of [250, 25_000]) {
  const call = { callId: `${euros}`, name: 'transfer', arguments: { to: 'rent', euros }, signal }
  const result = await tools.execute(call)
  console.log(result.isError ? result.error.message : result.value)
}
