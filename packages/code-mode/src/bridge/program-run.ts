import { Scheduler } from '@millrace/schedule'
import { messageOf, type JsonValue } from '@millrace/protocol'
import type { StagedAdmission, StagedOutcome, ToolRunContext } from '@millrace/tools'
import type {
  CodeRuntime,
  GuestCall,
  MachineImage,
  MachineOutcome,
  MachineRequest,
} from '../contract/runtime.ts'
import { discoveryBindings, type GuestBinding } from '../discovery/guest-bindings.ts'
import { CodeRunFailedError } from '../errors.ts'
import { describeFailure } from '../failure/describe-failure.ts'
import type { MachineFailure } from '../failure/failure-report.ts'
import type { Bridge } from './bridge.ts'
import { ConsoleLog, linesOf } from './console-log.ts'
import { DispatchLog } from './dispatch-log.ts'
import { GuestCalls } from './guest-calls.ts'
import { Ledger } from './ledger.ts'
import type { OpenRun } from './open-run.ts'
import { Pictures } from './pictures.ts'
import { Replay } from './replay.ts'
import { returnedNotes } from './result-notes.ts'
import { restoreRun } from './restore-run.ts'
import { listenToRun } from './run-listeners.ts'
import { RunKeeper } from './run-keeper.ts'
import type { RunScene } from './sub-call.ts'
import { subCallId } from './sub-call-id.ts'
import { tellFailed } from './tell-failed.ts'
import { WallClock } from './wall-clock.ts'

/** What a program returned, and what it printed. */
export interface ProgramResult {
  readonly logs: string[]
  /** Absent where it returned nothing. */
  readonly result?: JsonValue
}

/** One run of a program, with everything that belongs to it. It can be used once. */
export class ProgramRun {
  readonly #bridge: Bridge
  readonly #exec: ToolRunContext
  readonly #runtime: CodeRuntime
  readonly #open: OpenRun
  readonly #over = new AbortController()
  readonly #scheduler: Scheduler<StagedAdmission, StagedOutcome, void>
  readonly #wall: WallClock
  readonly #console: ConsoleLog
  readonly #notes: string[] = []
  readonly #scene: RunScene
  readonly #calls: GuestCalls
  readonly #replay: Replay | undefined
  readonly #image: MachineImage | undefined
  /** Why it was ended from here, where the machine cannot know. */
  #cause: MachineFailure | undefined
  #reason: string | undefined

  constructor(bridge: Bridge, exec: ToolRunContext, runtime: CodeRuntime, open: OpenRun) {
    this.#bridge = bridge
    this.#exec = exec
    this.#runtime = runtime
    this.#open = open
    const { clock, timers, limits, tools, warn } = bridge
    const { journal, stored, bindings } = open
    this.#scheduler = new Scheduler({
      limit: tools.maxParallelSubCalls,
      limitName: 'maxParallelSubCalls',
      conclude: 'completion-order',
    })
    this.#wall = new WallClock({ limitMs: limits.wallMs, clock, timers, expired: () => this.#timeIsUp() })
    this.#console = new ConsoleLog(bridge, exec)
    const ledger = new Ledger(clock)
    const isWaiting = (): boolean => ledger.pending > 0
    const pictures = new Pictures(limits)
    this.#scene = {
      bridge,
      exec,
      signal: this.#over.signal,
      ledger,
      log: new DispatchLog(bridge, exec),
      pictures,
      keeper: journal && new RunKeeper({ journal, timers, isWaiting, warn }),
      overBecause: () => this.#reason,
      note: (text) => this.#notes.push(text),
    }
    this.#image = stored?.image?.build === runtime.build ? stored?.image : undefined
    this.#replay = stored && new Replay(stored.entries, this.#image)
    this.#calls = new GuestCalls({
      scene: this.#scene,
      scheduler: this.#scheduler,
      bindings,
      answered: answeredHere(bridge, exec, runtime, pictures),
      replay: this.#replay,
      diverged: (message) => this.#diverge(message),
    })
  }

  /**
   * Runs it to its end: nothing of it is left when this settles.
   * @throws CodeRunFailedError where the program failed.
   */
  async result(): Promise<ProgramResult> {
    const { keeper } = this.#scene
    const unlisten = listenToRun(this.#bridge, this.#exec, {
      log: this.#scene.log,
      asked: (requestId) => {
        this.#wall.hold(requestId)
        keeper?.keepSoon()
      },
      decided: (requestId) => this.#wall.letGo(requestId),
    })
    const unfollow = follow(this.#exec.signal, (reason) => this.stop(messageOf(reason), reason))
    try {
      return this.#finish(await this.#outcome())
    } finally {
      unfollow()
      unlisten()
    }
  }

  /**
   * Ends it now, as cancelled unless a cause is known. The first reason counts.
   * @param signalled - what the signals of its calls say; the reason unless given.
   */
  stop(reason: string, signalled: unknown = reason): void {
    if (this.#reason !== undefined) return
    this.#reason = reason
    this.#wall.stop()
    this.#over.abort(signalled)
    this.#scheduler.abort(reason)
  }

  async #outcome(): Promise<MachineOutcome> {
    const { keeper, log } = this.#scene
    try {
      if (this.#replay !== undefined) restoreRun(this.#scene, this.#replay)
      const machine = this.#runtime.run(this.#request())
      keeper?.watch(machine)
      this.#wall.start()
      return await machine.outcome
    } finally {
      this.stop('run_code settled')
      await this.#scheduler.idle()
      await log.atMost(0)
      await keeper?.machineEnded()
    }
  }

  #request(): MachineRequest {
    const { program, bindings } = this.#open
    return {
      program,
      bindings,
      limits: this.#bridge.limits,
      signal: this.#over.signal,
      call: (call: GuestCall) => {
        this.#console.flush()
        return this.#calls.take(call)
      },
      onConsole: (entry) => {
        // What it said before it was cut off is in the log.
        if (this.#replay?.isOver !== false) this.#console.heard(entry)
      },
      ...(this.#image !== undefined && { image: this.#image }),
    }
  }

  #timeIsUp(): void {
    const { wallMs } = this.#bridge.limits
    const message = `it took longer than ${wallMs} ms, not counting the time in which somebody was asked`
    this.#cause ??= { ok: false, kind: 'timeout_wall', message }
    this.stop('the time of the program is up')
  }

  #diverge(message: string): void {
    this.#cause = { ok: false, kind: 'diverged', message }
    this.stop('the program does not do what it did before')
  }

  #finish(outcome: MachineOutcome): ProgramResult {
    this.#console.ended(outcome.console, this.#replay !== undefined)
    const failure = this.#failureOf(outcome)
    const { pictures } = this.#scene
    const logs = linesOf(outcome.console)
    const returned = outcome.ok && failure === undefined ? this.#returned(outcome) : undefined
    const notes = this.#notes.map((note) => `[${note}]`)
    for (const note of notes) this.#console.noted(note)
    this.#console.flush()
    const shown = pictures.message()
    if (shown !== undefined) this.#exec.deferContext(shown)
    if (failure !== undefined) {
      const error = this.#error(failure, [...logs, ...notes])
      tellFailed(this.#bridge, this.#exec, error)
      throw error
    }
    return { logs: [...logs, ...notes], ...returned }
  }

  #returned(outcome: Extract<MachineOutcome, { readonly ok: true }>): Pick<ProgramResult, 'result'> {
    this.#notes.push(...returnedNotes(outcome, this.#scene.ledger))
    const { value } = outcome
    if (value === undefined) return {}
    const result = JSON.parse(value) as JsonValue
    this.#notes.push(...this.#scene.pictures.showAll(result, value))
    return { result }
  }

  /** What failed, if anything did; the bridge knows more than the machine. */
  #failureOf(outcome: MachineOutcome): MachineFailure | undefined {
    const replay = this.#replay
    if (this.#cause?.kind === 'diverged') return this.#cause
    const wasCutOff = !outcome.ok && outcome.kind === 'cancelled' && this.#cause === undefined
    if (replay?.isOver === false && !wasCutOff) {
      const missing = replay.missing
      const message = `the program ended without call #${missing?.id} of "${missing?.name}", which it had made before the process ended`
      return { ok: false, kind: 'diverged', message }
    }
    if (outcome.ok) return undefined
    if (outcome.kind === 'cancelled' && this.#cause !== undefined) return this.#cause
    const limit = outcome.call === undefined ? undefined : this.#calls.limitOf(outcome.call)
    return { ...outcome, ...(limit !== undefined && { kind: limit }) }
  }

  #error(failure: MachineFailure, logs: readonly string[]): CodeRunFailedError {
    const { program, bindings } = this.#open
    const tools = bindings.filter((name) => !name.startsWith('$'))
    const { limits } = this.#bridge
    const { kind, call } = failure
    const ledger = this.#scene.ledger.entries()
    const made = kind === 'tool_error' ? ledger.find(({ id }) => id === call) : undefined
    const uncaught = made && {
      callId: subCallId(this.#exec.callId, made.id),
      name: made.name,
      state: made.state,
    }
    const message = describeFailure({ program, failure, ledger, logs, limits, tools })
    return new CodeRunFailedError(kind, message, uncaught)
  }
}

function answeredHere(
  { tools }: Bridge,
  { agent }: ToolRunContext,
  { language }: CodeRuntime,
  pictures: Pictures,
): ReadonlyMap<string, GuestBinding['answer']> {
  const show = (args: JsonValue): JsonValue => {
    pictures.show(args)
    return null
  }
  const bindings = [...discoveryBindings(tools, agent, language), { name: '$show', answer: show }]
  return new Map(bindings.map((binding) => [binding.name, (args) => binding.answer(args)]))
}

/** Tells when a signal aborts; at once where it has. */
function follow(signal: AbortSignal, abort: (reason: unknown) => void): () => void {
  const heard = (): void => abort(signal.reason)
  if (signal.aborted) heard()
  else signal.addEventListener('abort', heard, { once: true })
  return () => signal.removeEventListener('abort', heard)
}
