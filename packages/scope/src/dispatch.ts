import { Context, type DispatchMode, type Events, type Hook } from '@deepseek-ai/cordis'
import { scopeOf, type ScopeKey } from './key.ts'
import { isWithinScope } from './lineage.ts'
import { whenRejected } from './when-rejected.ts'

declare const carried: unique symbol

/** What listeners of a scoped event are called on: opaque, it only routes the event. */
export interface Scoped<T> {
  readonly [carried]?: T
}

/**
 * A carrier that routes an event by scope: unscoped listeners always hear it, scoped ones when the event's
 * key is their scope or below it.
 */
export function scopeTarget<T extends object>(_base: T, key: ScopeKey | undefined): Scoped<T> {
  return { [Context.filter]: (ctx: Context) => hears(scopeOf(ctx), key) } as Scoped<T>
}

/** The listeners of one event as they were last seen, with their scopes looked up once. */
interface Seen {
  readonly hooks: readonly Hook[]
  readonly scopes: readonly (ScopeKey | undefined)[]
  readonly anyScoped: boolean
}

/** The listener lists of a Cordis event bus, held raw: no tracing proxy stands on the path of a dispatch. */
export class ScopedEvents {
  private readonly lists: Record<string, Hook[] | undefined>
  private readonly seen = new Map<string, Seen>()
  private readonly failed: (error: unknown) => void

  /** @param failed - hears what `internal/dispatch` observers and listeners of `emit` reject with. */
  constructor(ctx: Context, failed: (error: unknown) => void = (error) => ctx.logger.warn(error)) {
    this.lists = ctx.events._hooks as Record<string, Hook[] | undefined>
    this.failed = failed
  }

  /** Whether anybody observes `internal/dispatch`. */
  get observed(): boolean {
    const observers = this.lists['internal/dispatch']
    return observers !== undefined && observers.length > 0
  }

  /** Tells `internal/dispatch` observers that an event is being dispatched. */
  dispatching(mode: DispatchMode, name: keyof Events, carrier: object, args: unknown[]): void {
    for (const observer of this.lists['internal/dispatch']?.slice() ?? []) {
      this.contain(observer.callback.call(null, mode, name, args, carrier))
    }
  }

  /** Tells every listener of an event, whatever its scope. The first that throws ends it, and its error is thrown. */
  emit(name: keyof Events): void {
    if (this.observed) this.dispatching('emit', name, unscoped, [])
    for (const hook of this.lists[name]?.slice() ?? []) this.contain(hook.callback.call(unscoped))
  }

  private contain(returned: unknown): void {
    if (typeof returned === 'object' && returned !== null) whenRejected(returned, this.failed)
  }

  /**
   * Who hears an event with this key, outermost first. The list does not change when listeners come and go
   * later.
   */
  hearing(name: keyof Events, key: ScopeKey | undefined): readonly Hook[] {
    const live = this.lists[name]
    if (live === undefined || live.length === 0) return nobody
    let seen = this.seen.get(name)
    if (seen === undefined || !same(seen.hooks, live)) {
      seen = look(live)
      this.seen.set(name, seen)
    }
    if (!seen.anyScoped) return seen.hooks
    const { hooks, scopes } = seen
    return hooks.filter((hook, at) => hook.global === true || hears(scopes[at], key))
  }
}

const nobody: readonly Hook[] = []
const unscoped: object = Object.freeze({})

function hears(scope: ScopeKey | undefined, key: ScopeKey | undefined): boolean {
  return scope === undefined || isWithinScope(key, scope)
}

function look(live: readonly Hook[]): Seen {
  const scopes = live.map((hook) => scopeOf(hook.ctx))
  return { hooks: live.slice(), scopes, anyScoped: scopes.some((scope) => scope !== undefined) }
}

function same(known: readonly Hook[], live: readonly Hook[]): boolean {
  if (known.length !== live.length) return false
  for (let at = 0; at < live.length; at++) if (known[at] !== live[at]) return false
  return true
}
