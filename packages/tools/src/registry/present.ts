import type { Context } from '@deepseek-ai/cordis'
import { scopeOf } from '@millrace/scope'
import type { ToolPresentationMode } from '../contract/mode.ts'
import type { Registry } from './registry.ts'

/** Declares the presentation of the calling scope and of those below it. Returns the exact effect disposer. */
export function presentAs(registry: Registry, ctx: Context, mode: ToolPresentationMode): () => void {
  checkMode(mode)
  if (scopeOf(ctx) === undefined) {
    throw new Error(
      'tools.presentAs() requires a scoped context: for the whole deployment, set mode in the configuration',
    )
  }
  return registry.change(ctx, {
    label: `tools.presentAs(${mode})`,
    apply: (layer) => {
      if (layer.mode !== undefined) {
        throw new Error(`mode "${mode}" conflicts with "${layer.mode}" already declared in this scope`)
      }
      layer.mode = mode
      return () => {
        layer.mode = undefined
      }
    },
  })
}

/** Refuses anything that is not a presentation mode. */
export function checkMode(mode: ToolPresentationMode): void {
  if (!['native', 'code', 'both'].includes(mode)) {
    throw new TypeError(`mode must be "native", "code" or "both", not ${JSON.stringify(mode)}`)
  }
}
