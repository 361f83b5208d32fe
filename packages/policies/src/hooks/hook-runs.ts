import { onAbort } from '../signals/on-abort.ts'
import type { HooksConfig } from './contract.ts'
import { answerOf, type HookAnswer, type SilencePolicy } from './answer.ts'
import type { Hook, ToolEvent } from './read-settings.ts'
import { runHook, type HookRunner } from './run-hook.ts'

/** What all hooks of an event make of it together: the strictest verdict, whoever was first. */
export interface JointAnswer {
  readonly verdict: HookAnswer['verdict']
  /** The reasons for that verdict, in the order of the settings. */
  readonly reason: string
  readonly contexts: readonly string[]
}

const ranks = ['none', 'ask', 'block'] as const

/** Runs the hooks of an event side by side, and ends those that run when it is closed. */
export class HookRuns {
  private readonly hooks: readonly { readonly hook: Hook; readonly work: string }[]
  private readonly runner: HookRunner
  private readonly policy: SilencePolicy
  private readonly warn: (message: string) => void
  private readonly closing = new AbortController()
  private readonly running = new Set<Promise<unknown>>()

  constructor(hooks: readonly Hook[], config: HooksConfig, warn: (message: string) => void) {
    const { start, root, env, shell = 'bash', timeoutMs = 60_000, outputBytes = 1024 * 1024 } = config
    const { onTimeout = 'block', onFailure = 'block' } = config
    this.hooks = hooks.map((hook) => ({
      hook,
      work: JSON.stringify([hook.command, hook.args, hook.isAsync]),
    }))
    this.runner = { start, root, env, shell, timeoutMs, outputBytes }
    this.policy = { onTimeout, onFailure }
    this.warn = warn
  }

  /** The hooks for a call that goes by these names; of those that do the same only the first. */
  matching(event: ToolEvent, names: readonly string[]): readonly Hook[] {
    const found = new Map<string, Hook>()
    for (const { hook, work } of this.hooks) {
      if (hook.event === event && !found.has(work) && hook.matches(names)) found.set(work, hook)
    }
    return [...found.values()]
  }

  /** Runs hooks and waits for all that decide. Never rejects. */
  async ask(hooks: readonly Hook[], input: string, signal: AbortSignal): Promise<JointAnswer> {
    const answers = await Promise.all(hooks.map((hook) => this.answer(hook, input, signal)))
    for (const notice of answers.flatMap(({ notices }) => notices)) this.warn(notice)
    const verdict = ranks.findLast((rank) => answers.some((answer) => answer.verdict === rank)) ?? 'none'
    const decisive = answers.filter((answer) => answer.verdict === verdict && answer.reason !== '')
    return {
      verdict,
      reason: decisive.map(({ reason }) => reason).join('\n'),
      contexts: answers.flatMap(({ context }) => (context === undefined ? [] : [context])),
    }
  }

  /** Ends what still runs, and waits for that. */
  async close(): Promise<void> {
    this.closing.abort()
    await Promise.allSettled(this.running)
  }

  private async answer(hook: Hook, input: string, signal: AbortSignal): Promise<HookAnswer> {
    if (!hook.isAsync) return answerOf(hook, await this.run(hook, input, signal), this.policy)
    const later = this.run(hook, input, this.closing.signal).then((run) => {
      const { notices, verdict, reason } = answerOf(hook, run, {
        onTimeout: 'continue',
        onFailure: 'continue',
      })
      for (const notice of notices) this.warn(notice)
      if (verdict !== 'none') this.warn(`${reason}; too late, as it runs beside the call ("async")`)
    })
    this.keep(later)
    return { verdict: 'none', reason: '', notices: [] }
  }

  private run(hook: Hook, input: string, signal: AbortSignal): ReturnType<typeof runHook> {
    const stop = new AbortController()
    const abort = (): void => stop.abort()
    // Linked by hand: `AbortSignal.any` keeps its memory for as long as the longest-lived of its sources.
    const leave = [signal, this.closing.signal].map((source) => onAbort(source, abort))
    const run = runHook(hook, input, this.runner, stop.signal).finally(() => {
      for (const each of leave) each()
    })
    this.keep(run)
    return run
  }

  private keep(work: Promise<unknown>): void {
    this.running.add(work)
    const forget = (): void => void this.running.delete(work)
    work.then(forget, forget)
  }
}
