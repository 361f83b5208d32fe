import { Service, type Context } from '@deepseek-ai/cordis'
import { detachJson } from '@millrace/schema'
import type { JsonValue, ToolSchema } from '@millrace/protocol'
import { ScopedEvents, type ScopeKey } from '@millrace/scope'
import type { Runtime } from './call/call.ts'
import { execute } from './call/execute.ts'
import type { ToolApprovalService } from './contract/approval.ts'
import type { ToolGuard, ToolRestriction } from './contract/decision.ts'
import type { ToolDefinition } from './contract/definition.ts'
import type { ToolExecutionInput, ToolExecutionMode } from './contract/execution.ts'
import type { ToolPresentationMode } from './contract/mode.ts'
import type { ToolExecutionResult } from './contract/result.ts'
import { classify } from './registry/classify.ts'
import { explain, type ToolVisibility } from './registry/explain.ts'
import { guard } from './registry/guard.ts'
import { checkMode, presentAs } from './registry/present.ts'
import { register } from './registry/register.ts'
import { Registry } from './registry/registry.ts'
import { restrict } from './registry/restrict.ts'
import { versionConflict } from './version.ts'

/** Configuration of the runtime. */
export interface ToolRuntimeConfig {
  /** What models see unless their scope says otherwise. Default `native`. */
  readonly mode?: ToolPresentationMode
  /** How many calls of one program may overlap. Default 10. */
  readonly maxParallelSubCalls?: number
}

// Registered, so that the functions of another copy of the package find the runtime behind a tracing proxy.
const core: unique symbol = Symbol.for('millrace.tools.runtime')

/** The tool registry and the guarded pipeline, as `ctx.tools`. */
export class ToolRuntime extends Service {
  /** The owner's context; through `ctx.tools`, the context of whoever asks. */
  declare readonly ctx: Context
  /** How many calls of one program may overlap. */
  readonly maxParallelSubCalls: number
  private readonly [core]: Runtime

  constructor(ctx: Context, config?: ToolRuntimeConfig | null) {
    const { mode = 'native', maxParallelSubCalls = 10 } = config ?? {}
    checkMode(mode)
    if (!Number.isSafeInteger(maxParallelSubCalls) || maxParallelSubCalls < 1) {
      throw new TypeError('maxParallelSubCalls must be a positive integer')
    }
    super(ctx, 'tools')
    this.maxParallelSubCalls = maxParallelSubCalls
    this[core] = runtimeOn(ctx, mode)
    const conflict = versionConflict()
    if (conflict !== undefined) this[core].warn(conflict)
    // Methods called through ctx.tools keep the caller's context without a shadow object for each access.
    Object.assign(this, { [Service.tracker]: { property: 'ctx', noShadow: true } })
  }

  /**
   * Registers a tool globally, or for the calling agent scope, where it shadows a global one.
   * @param definition - borrowed, never changed; refused when it could break a call later.
   * @returns the exact disposer that unregisters it.
   * @throws on a malformed definition, a duplicate within the layer, or the reserved name `run_code`.
   */
  register(definition: ToolDefinition): () => void {
    return register(this[core].registry, this.ctx, definition)
  }

  /**
   * Narrows which inherited tools the calling agent scope sees; restrictions intersect.
   * @param filter - names to keep, names to remove, or both.
   * @returns the exact disposer that lifts this restriction.
   * @throws from a plain context, on an empty filter, and on names that are not inherited.
   */
  restrict(filter: ToolRestriction): () => void {
    return restrict(this[core].registry, this.ctx, filter)
  }

  /**
   * Adds a check that runs after all policy and can only deny.
   * @param check - synchronous; a returned string denies the call.
   * @returns the exact disposer that removes it.
   */
  guard(check: ToolGuard): () => void {
    return guard(this[core].registry, this.ctx, check)
  }

  /**
   * Presents tools to the calling scope, and to those below it, in another mode than the deployment's.
   * @param mode - what their models see; one declaration a scope.
   * @returns the exact disposer that restores what was before.
   * @throws from a plain context, or when the scope has declared a mode.
   */
  presentAs(mode: ToolPresentationMode): () => void {
    return presentAs(this[core].registry, this.ctx, mode)
  }

  /**
   * The definition behind a name, as a scope sees it.
   * @param scope - the agent; omitted for the global view.
   * @returns `undefined` where the scope sees none, hidden or missing alike.
   */
  get(name: string, scope?: ScopeKey): ToolDefinition | undefined {
    return this[core].registry.views.of(scope).get(name)?.definition
  }

  /**
   * What a model is told of every visible tool, as copies that the caller may change.
   * @param scope - the agent; omitted for the global view.
   * @throws CodeRuntimeMissingError where the mode needs Code Mode and nothing provides it.
   */
  schemas(scope?: ScopeKey): ToolSchema[] {
    const schemas = this[core].registry.views.of(scope).schemas()
    return schemas.map(({ name, description, parameters }) => ({
      name,
      description,
      parameters: detachJson(parameters as JsonValue) as ToolSchema['parameters'],
    }))
  }

  /**
   * Whether a pending call may overlap with its siblings.
   * @returns `parallel` only for an exact `true` of the visible tool's classifier.
   */
  executionMode(exec: ToolExecutionInput): ToolExecutionMode {
    return classify(this[core].registry, exec)
  }

  /**
   * Runs one call through policy, approval, guards, wrappers, body and review. Never rejects: every failure
   * is a result.
   * @returns the frozen result, the same object that observers get.
   */
  execute(exec: ToolExecutionInput): Promise<ToolExecutionResult> {
    return execute(this[core], exec)
  }

  /**
   * Whether a scope sees a tool, and if not, what hides it. For hosts and people, not for models.
   * @param scope - the agent; omitted for the global view.
   */
  explain(name: string, scope?: ScopeKey): ToolVisibility {
    return explain(this[core].registry, name, scope)
  }
}

/** The raw runtime behind a service, also behind its tracing proxy or from another copy of the package. */
export function runtimeOf(tools: ToolRuntime): Runtime {
  return tools[core]
}

function runtimeOn(ctx: Context, mode: ToolPresentationMode): Runtime {
  const warn = (message: string, error?: unknown): void => {
    try {
      if (error === undefined) ctx.logger.warn(message)
      else ctx.logger.warn(`${message}: %s`, error)
    } catch {
      // A log that cannot be written must not decide over a call.
    }
  }
  const events = new ScopedEvents(ctx, (error) =>
    warn('a listener rejected where nobody waits for it', error),
  )
  return {
    registry: new Registry(mode, () => events.emit('tools/change')),
    events,
    approval: () => ctx.get('approval') as ToolApprovalService | undefined,
    warn,
  }
}
