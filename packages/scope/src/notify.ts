import type { Hook } from '@deepseek-ai/cordis'
import { whenRejected } from './when-rejected.ts'

/**
 * Calls every listener, whatever the others do. A throw, or a promise that rejects, goes to `failed` with
 * the name of the plugin that caused it, and to nobody else.
 */
export function notify(
  hooks: readonly Hook[],
  carrier: object,
  args: readonly unknown[],
  failed: (error: unknown, source: string) => void,
): void {
  for (const hook of hooks) {
    try {
      const returned: unknown = hook.callback.apply(carrier, args as unknown[])
      if (typeof returned === 'object' && returned !== null) {
        whenRejected(returned, (error) => failed(error, sourceOf(hook)))
      }
    } catch (error) {
      failed(error, sourceOf(hook))
    }
  }
}

/** The name of the plugin that registered a listener. */
export function sourceOf(hook: Hook): string {
  return hook.ctx.fiber.name
}
