import { tool } from '@langchain/core/tools'
import { z } from 'zod'
import { operation } from '../harness/operation.mjs'
import { largeWork, rowsZod, small, smallZod } from './values.mjs'

/** @param {{ asMessage: boolean }} options */
export async function noop({ asMessage }) {
  const echo = tool(async (/** @type {any} */ { text }) => text, {
    name: 'noop',
    description: 'Returns its text.',
    schema: smallZod(),
  })
  const input = asMessage ? { type: 'tool_call', id: 'call-1', name: 'noop', args: small } : small
  const check = (/** @type {any} */ output) => (asMessage ? output.content : output) === 'hello'
  return { call: await operation(() => echo.invoke(/** @type {any} */ (input)), { check }) }
}

/** @param {{ work: 'rows10k' }} options */
export async function large({ work }) {
  const { args, result } = largeWork(work)
  const echo = tool(async () => JSON.stringify(result), {
    name: 'rows',
    description: 'Returns rows.',
    schema: z.object({ rows: rowsZod() }),
  })
  const check = (/** @type {any} */ output) => output.length > 9000
  return { call: await operation(() => echo.invoke(/** @type {any} */ (args)), { check }) }
}
