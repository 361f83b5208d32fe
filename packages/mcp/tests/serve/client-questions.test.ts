import { clientQuestions } from '@millrace/mcp/server'
import { expect } from 'vitest'
import { verifies } from '../../../../tests/spec/verifies.ts'

verifies(['security:D1'], 'what a server asks reaches a client with everything visible', async () => {
  const asked: unknown[] = []
  const questions = clientQuestions({
    elicit: (params) => (asked.push(params), Promise.resolve({ action: 'decline' })),
  })
  const evil = 'a\u001b[2J\u202e\u200b'
  const { signal } = new AbortController()
  const fields = [
    {
      name: 'one',
      type: 'text',
      title: evil,
      description: `${evil}\nmore`,
      required: true,
      limits: { maxLength: 9 },
    },
    { name: 'two', type: 'choice', options: [{ value: 'x', title: evil }], required: false },
  ] as const
  const answer = await questions.ask({ kind: 'form', server: 's', message: evil, fields }, signal)
  expect(answer).toEqual({ action: 'decline' })
  const seen = String.raw`a\u{1b}[2J\u{202e}\u{200b}`
  expect(asked).toEqual([
    {
      mode: 'form',
      message: `s asks: ${seen}`,
      requestedSchema: {
        type: 'object',
        properties: {
          one: { type: 'string', title: seen, description: `${seen}\nmore`, maxLength: 9 },
          two: { type: 'string', oneOf: [{ const: 'x', title: seen }] },
        },
        required: ['one'],
      },
    },
  ])
})
