// A tool that says how a person sees its calls, and the card of one call in its states.
import { initialCards, reduceCards, renderPlain } from '@millrace/cards'
import { setupAgents } from '@millrace/testkit'
import { defineTool } from '@millrace/tools'

// #region core
const rename = defineTool({
  name: 'rename_column',
  description: 'Renames a column of a table.',
  parameters: {
    table: { type: 'string', required: true },
    from: { type: 'string', required: true },
    to: { type: 'string', required: true },
  },
  output: {
    schema: {
      type: 'object',
      additionalProperties: false,
      properties: { rows: { type: 'integer', required: true } },
    },
    render: (_args, { rows }) => [{ type: 'text', text: `${rows} rows were migrated` }],
    presentationMeta: (_args, { rows }) => ({ rows }),
  },
  presentCall: ({ table, from, to }) => ({
    card: 'diff',
    title: `${table}: ${from} becomes ${to}`,
    diffs: [{ path: `${table}.sql`, oldText: `${from} text`, newText: `${to} text` }],
  }),
  presentResult: ({ table, from, to }) => ({
    card: 'diff',
    title: `${table} has ${to}`,
    diffs: [{ path: `${table}.sql`, oldText: `${from} text`, newText: `${to} text` }],
  }),
  execute: async () => ({ rows: 1204 }),
})
// #endregion core

const { ctx, agent, store, dispose } = await setupAgents({ tools: [rename] })
const call = { name: 'rename_column', arguments: { table: 'users', from: 'mail', to: 'email' } }
const worker = await agent([{ calls: [call] }, 'Done.'])
await worker.send('Call the column email.')

const presenters = (name: string) => ctx.tools.get(name, worker)
let state = initialCards
for (const event of (await store.read(worker.id)).events) {
  state = reduceCards(state, event, presenters)
  const [card] = state.cards
  if (card && /^tool\/(?:call|result)$/.test(event.type)) console.log(renderPlain(card, { width: 72 }))
}
await dispose()
