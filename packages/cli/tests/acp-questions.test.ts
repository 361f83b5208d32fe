import type * as acp from '@agentclientprotocol/sdk'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { callsOf, editor } from './editor.ts'
import { asks } from './running.ts'

describe('questions of tools', () => {
  const questions = [
    { question: 'Which?', options: [{ label: 'red' }, { label: 'blue' }] },
    { question: 'And?', options: [{ label: 'a' }, { label: 'b' }], multiple: true },
  ]
  const script = [{ calls: [asks('ask_user', { questions })] }, 'Done.']

  test('are forms of the editor, whose answers reach the model', async () => {
    const forms: acp.CreateElicitationRequest[] = []
    const { session, prompt, models } = await editor(script, {
      capabilities: { elicitation: { form: {} } },
      permit: () => 'once',
      prepare: (app) =>
        app.onRequest('elicitation/create', ({ params }) => {
          forms.push(params)
          return { action: 'accept', content: { answer_1: 'blue', answer_2: ['a'], words_2: 'and more' } }
        }),
    })
    await prompt(await session())
    expect(forms).toHaveLength(1)
    const told = JSON.stringify(models[0]?.requests[1]?.messages)
    for (const words of ['blue', 'and more']) expect(told).toContain(words)
    expect(told).not.toContain('red (chosen)')
  })

  verifies(
    ['security:D5'],
    'show no configured secret, and an option is answered with as it is',
    async () => {
      const secret = 'hunter-2-of-the-north'
      const asked = [{ question: `Is it ${secret}?`, options: [{ label: secret }, { label: 'no' }] }]
      const forms: acp.CreateElicitationRequest[] = []
      const { session, prompt, updates } = await editor(
        [{ calls: [asks('ask_user', { questions: asked })] }, 'So.'],
        {
          env: { BRAVE_API_KEY: secret },
          capabilities: { elicitation: { form: {} } },
          permit: () => 'once',
          prepare: (app) =>
            app.onRequest('elicitation/create', ({ params }) => {
              forms.push(params)
              return { action: 'accept', content: { answer_1: '[redacted]' } }
            }),
        },
      )
      await prompt(await session())
      expect(JSON.stringify(forms)).toContain('Is it [redacted]?')
      expect(JSON.stringify(forms)).not.toContain(secret)
      expect([...callsOf(updates).values()][0]).toMatchObject({ status: 'completed' })
    },
  )

  test.each([
    ['declines', { action: 'decline' }],
    ['answers with what was not offered', { action: 'accept', content: { answer_1: 'green' } }],
    ['answers with no text', { action: 'accept', content: { words_1: { a: 1 } } }],
    ['answers with nonsense', { action: 'perhaps' }],
  ])('have no answer where the person %s', async (_, answer) => {
    const { session, prompt, updates } = await editor(script, {
      capabilities: { elicitation: { form: {} } },
      permit: () => 'once',
      prepare: (app) => app.onRequest('elicitation/create', () => answer as acp.CreateElicitationResponse),
    })
    expect(await prompt(await session())).toEqual({ stopReason: 'end_turn' })
    expect([...callsOf(updates).values()][0]).toMatchObject({ status: 'failed', rawInput: { questions } })
  })
})
