import { RunContext, tool } from '@openai/agents-core'
import { z } from 'zod'
import { operation } from '../harness/operation.mjs'
import { largeWork, rowsZod, smallText } from './values.mjs'

const context = new RunContext()

export async function noop() {
  const echo = tool({
    name: 'noop',
    description: 'Returns its text.',
    parameters: z.object({ text: z.string(), count: z.int().nullable() }),
    execute: async ({ text }) => text,
  })
  return {
    call: await operation(() => echo.invoke(context, smallText), { check: (output) => output === 'hello' }),
  }
}

/** @param {{ work: 'rows10k' }} options */
export async function large({ work }) {
  const { args, result } = largeWork(work)
  const echo = tool({
    name: 'rows',
    description: 'Returns rows.',
    parameters: z.object({ rows: rowsZod() }),
    execute: async () => JSON.stringify(result),
  })
  const text = JSON.stringify(args)
  const check = (/** @type {any} */ output) => output.length > 9000
  return { call: await operation(() => echo.invoke(context, text), { check }) }
}
