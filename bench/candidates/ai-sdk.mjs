import { executeTool, safeValidateTypes, zodSchema } from '@ai-sdk/provider-utils'
import { tool } from 'ai'
import { operation } from '../harness/operation.mjs'
import { small, smallZod } from './values.mjs'

/** What `generateText` does for one call: judge the input with zod, then `executeTool`. */
export async function noop() {
  const inputSchema = smallZod()
  const schema = zodSchema(inputSchema)
  const execute = async (/** @type {{ text: string }} */ args) => args.text
  const echo = tool({ description: 'Returns its text.', inputSchema, execute })
  const options = { toolCallId: 'call-1', messages: [] }
  const call = async () => {
    const judged = await safeValidateTypes({ value: small, schema })
    if (!judged.success) throw judged.error
    let output
    const parts = executeTool({ execute: echo.execute ?? execute, input: judged.value, options })
    for await (const part of parts) if (part.type === 'final') output = part.output
    return output
  }
  return { call: await operation(call, { check: (output) => output === 'hello' }) }
}
