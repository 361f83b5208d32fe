import { Fiber, type Context } from '@deepseek-ai/cordis'
import { isScopeKey, scopeTag, type ScopeKey } from './key.ts'
import { bindScopeParent } from './lineage.ts'

/** A scope: what is registered through its context belongs to it alone, and ends with it. */
export interface Scope {
  readonly ctx: Context
  /** The exact effect disposer, for an owner that yields it among its own effects. */
  readonly rawDispose: () => unknown
  /** Ends the scope and settles once everything registered through it is undone. Idempotent. */
  readonly dispose: () => Promise<void>
}

/** Options of `createScope`. */
export interface ScopeOptions {
  /** The scope to inherit from. */
  readonly parent?: ScopeKey
}

/**
 * Makes a scope under a context, usable at once. It reaches every service that the host provides.
 * @param ctx - the owner; the scope ends with it at the latest.
 * @param key - the identity of the scope, usually the agent.
 */
export function createScope(ctx: Context, key: ScopeKey, options: ScopeOptions = {}): Scope {
  if (!isScopeKey(key)) throw new TypeError('the key of a scope must be an object')
  if (options.parent !== undefined) bindScopeParent(key, options.parent)
  // A fiber without a plugin: it collects effects like any other and is active from the start.
  const fiber = new Fiber(ctx, {}, Object.create(null), null, () => [])
  const rawDispose = ctx.effect(() => () => unload(fiber, ctx), 'createScope()')
  return {
    ctx: ctx.extend({ fiber, ...scopeTag(key) }),
    rawDispose,
    dispose: async () => {
      await rawDispose()
    },
  }
}

function unload(fiber: Fiber, ctx: Context): void | Promise<void> {
  fiber.uid = null
  const report = (error: unknown): void => ctx.logger.error(error)
  const pending: Promise<unknown>[] = []
  for (const dispose of fiber._disposables.clear()) {
    try {
      const outcome: unknown = dispose()
      if (outcome instanceof Promise) pending.push(outcome.catch(report))
    } catch (error) {
      report(error)
    }
  }
  if (pending.length > 0) return Promise.all(pending).then(() => undefined)
}
