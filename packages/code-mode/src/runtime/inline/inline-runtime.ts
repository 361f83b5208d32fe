import { messageOf } from '@millrace/protocol'
import type { Engine } from '#guest/engine.js'
import { buildIdentity } from '#guest/engine.js'
import type { Machine } from '#guest/machine.js'
import type { CodeRuntime, MachineRequest, MachineRun } from '../../contract/runtime.ts'
import { checkRequest } from '../check-request.ts'
import { cancelledMessage, failed } from '../outcome.ts'
import { InlineRun } from './inline-run.ts'

const boundary =
  'Programs run in an engine of their own, inside of WebAssembly and on the thread of the host: they reach nothing but ' +
  'the tools. A program that computes holds the host up until its limit of computing time, and some built-in loops ' +
  'cannot be interrupted at all. For programs that people wrote or read, for tests and for commands; not for what a ' +
  'model wrote unseen.'

/** Runs programs in WebAssembly on this thread; see its `boundary` for when not to. */
export function inlineRuntime(): CodeRuntime {
  return new InlineRuntime()
}

class InlineRuntime implements CodeRuntime {
  readonly language = 'typescript'
  readonly isolation = 'wasm-inline'
  readonly boundary = boundary
  private identity: string | undefined
  private engine: Promise<Engine> | undefined
  /** A machine that the next run may have. */
  private spare: Promise<Machine> | undefined
  private readonly runs = new Set<InlineRun>()
  private isClosed = false

  get build(): string {
    this.identity ??= buildIdentity()
    return this.identity
  }

  run(request: MachineRequest): MachineRun {
    checkRequest(request, () => this.build)
    if (this.isClosed) return ended()
    const run = new InlineRun(request)
    this.runs.add(run)
    void run.outcome.then(() => this.runs.delete(run))
    this.machineFor(request).then(
      (machine) => run.begin(machine),
      (error: unknown) => run.giveUp(`no machine could be started: ${messageOf(error)}`),
    )
    return run
  }

  async warm(): Promise<void> {
    if (this.isClosed) return
    this.spare ??= this.blank()
    await this.spare.catch(() => {
      // The next run tries again, and tells.
      this.spare = undefined
    })
  }

  async close(): Promise<void> {
    this.isClosed = true
    for (const run of this.runs) run.stop()
    const spare = this.spare
    this.spare = undefined
    this.engine = undefined
    await spare?.then(
      (machine) => machine.dispose(),
      () => undefined,
    )
  }

  private async machineFor({ image }: MachineRequest): Promise<Machine> {
    if (image !== undefined) {
      const { Machine } = await import('#guest/machine.js')
      return Machine.from(await this.prepared(), image.bytes)
    }
    const spare = this.spare
    this.spare = undefined
    return spare ?? this.blank()
  }

  private async blank(): Promise<Machine> {
    const [{ Machine }, engine] = await Promise.all([import('#guest/machine.js'), this.prepared()])
    return Machine.blank(engine)
  }

  private prepared(): Promise<Engine> {
    this.engine ??= import('#guest/engine.js').then(({ prepareEngine, mainStackBytes }) =>
      prepareEngine(mainStackBytes),
    )
    return this.engine
  }
}

function ended(): MachineRun {
  return {
    outcome: Promise.resolve(failed('cancelled', `${cancelledMessage}: the runtime is closed`)),
    capture: () => Promise.resolve(undefined),
  }
}
