import type { Context } from '@deepseek-ai/cordis'
import { redactPointers, type JsonValue } from '@millrace/protocol'
import { snapshotJsonValue } from '@millrace/schema'
import type { ToolDispatchExecution, ToolExecutionResult } from '@millrace/tools'
import type { Redact } from '../record/record-model.ts'
import { CassetteError, outcomeOf, resultOf, type CassetteEntry } from './entry.ts'
import { Tape } from './tape.ts'

/** What a cassette does with calls. */
export interface CassetteOptions {
  /** Runs and records every call; plays every call and runs none; or plays what it has and records the rest. */
  readonly mode: 'record' | 'replay' | 'auto'
  /** What was recorded; it grows as calls are recorded. */
  readonly entries: CassetteEntry[]
  /** Takes secrets out of what is recorded, and of arguments before they are compared; such as `ctx.redaction.json`. */
  readonly redact?: Redact
  /** Tools that always run and are not recorded, such as those that conclude a turn or run an agent. */
  readonly except?: readonly string[]
}

/** A cassette that is at work. */
export interface Cassette {
  /** Entries that no call has played yet. */
  readonly unused: readonly CassetteEntry[]
  /** Lets calls run again. */
  stop(): void
}

/**
 * Records what tools answer, or answers in their place: the innermost wrapper around the body, within all policy, so that
 * denials, approvals and reviews happen as ever. To be loaded after the plugins that wrap calls. A call is known by its tool and
 * its arguments; equal calls are played in the order in which they began. Calls that were cancelled are not recorded.
 * In `replay`, a call that was not recorded fails with `CASSETTE_UNMATCHED`.
 */
export function cassette(ctx: Context, options: CassetteOptions): Cassette {
  const { mode, entries, redact = (value) => value, except = [] } = options
  const tape = new Tape(entries)
  const { tools } = ctx
  const argumentsOf = ({ name, agent, arguments: args }: ToolDispatchExecution): JsonValue => {
    const { secrets = [] } = tools.get(name, agent) ?? {}
    return redact(redactPointers(snapshotJsonValue(args ?? null), secrets))
  }
  const stop = ctx.on('tools/execute', async (exec, next) => {
    if (except.includes(exec.name)) return next()
    const args = argumentsOf(exec)
    const found = mode === 'record' ? undefined : tape.take(exec.name, args)
    if (found !== undefined) return played(found)
    if (mode === 'replay') throw tape.unmatched(exec.name, args)
    const keep = tape.begin()
    const result = await next()
    if (!exec.signal.aborted) {
      const outcome = redact(snapshotJsonValue(outcomeOf(result))) as unknown as CassetteEntry['outcome']
      keep({ tool: exec.name, arguments: args, outcome })
    }
    return result
  })
  return {
    get unused() {
      return tape.unused
    },
    stop: () => void stop(),
  }
}

function played({ tool, outcome }: CassetteEntry): ToolExecutionResult {
  if (outcome.kind === 'value' && outcome.concludes)
    throw new CassetteError(
      'CASSETTE_CONCLUDES',
      `the recorded call of "${tool}" ended the turn, which only the tool itself can; name "${tool}" in "except" so that it runs`,
    )
  return resultOf(outcome)
}
