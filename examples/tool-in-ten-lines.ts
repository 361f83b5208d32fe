// A tool in ten lines, and a call of it.
// #region core
import { createTools, defineTool } from '@millrace/tools'

const slug = defineTool({
  name: 'slug',
  description: 'Turns a title into the last part of an address.',
  parameters: { title: { type: 'string', required: true } },
  output: { schema: { type: 'string' }, render: (_args, value) => [{ type: 'text', text: value }] },
  effects: 'none',
  execute: async ({ title }) => (title.toLowerCase().match(/[a-z0-9]+/g) ?? []).join('-'),
})
// #endregion core

const tools = createTools({ tools: [slug] })
const { signal } = new AbortController()
const result = await tools.execute({
  callId: '1',
  name: 'slug',
  arguments: { title: 'Hello, world!' },
  signal,
})
console.log(result.isError ? result.error.message : result.value)
