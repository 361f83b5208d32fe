import type { Context } from '@deepseek-ai/cordis'
import type { CodeTransport } from './contract/mode.ts'
import { reservedName } from './registry/check-definition.ts'
import { runtimeOf } from './service.ts'

/**
 * Fills the reserved `run_code` slot, as an effect of the calling context. Code Mode calls it.
 * @returns the exact disposer that empties the slot.
 * @throws when the slot is filled already, or the definition has another name.
 */
export function provideTransport(ctx: Context, transport: CodeTransport): () => void {
  const { definition } = transport
  if (definition.name !== reservedName) {
    throw new TypeError(`the Code Mode transport must be named "${reservedName}", not "${definition.name}"`)
  }
  return runtimeOf(ctx.tools).registry.fill(ctx, transport)
}
