import { guardedClient } from '@millrace/host'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { webTools } from '../src/web/web-tools.ts'

const search = { hosts: [], search: () => Promise.reject(new Error('unused')) }
const tools = webTools(guardedClient(), { search })
const args = { web_fetch: { url: 'https://example.com/' }, web_search: { query: 'x' } }

describe('the cards of the web tools', () => {
  test('show a failed call, and any other log, without a card of their own instead of failing', () => {
    const keys = ['kind', 'url', 'statusCode', 'truncated', 'title', 'sources', 'answer']
    const likely = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom('text', 200, true),
      fc.constant([{ url: 'https://a.example/', title: 7 }, null, { title: 'x' }]),
    )
    const meta = fc.oneof(
      fc.jsonValue(),
      fc.record(Object.fromEntries(keys.map((key) => [key, likely])), { requiredKeys: [] }),
    )
    fc.assert(
      fc.property(meta, fc.boolean(), (value, isError) => {
        const logged = JSON.parse(JSON.stringify({ content: [], isError, meta: value })) as never
        for (const tool of tools) {
          const view = tool.presentResult?.(args[tool.name as keyof typeof args], logged)
          if (isError) expect(view).toBeUndefined()
          expect(view === undefined || view.card === 'web').toBe(true)
        }
      }),
    )
  })

  test('and what a model is told of them cost little', () => {
    const told = JSON.stringify(
      tools.map(({ name, description, parameters }) => ({ name, description, parameters })),
    )
    // About four characters a token.
    expect(told.length / 4).toBeLessThan(280)
    for (const tool of tools) {
      expect(tool.isConcurrencySafe?.(args[tool.name as keyof typeof args])).toBe(true)
      expect(tool.timeoutMs).toBeGreaterThan(30_000)
      expect(tool.presentCall?.({})).toBeUndefined()
    }
  })
})
