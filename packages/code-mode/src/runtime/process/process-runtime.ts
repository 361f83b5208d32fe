import type { Processes, Sandbox } from '@millrace/host'
import type { CodeRuntime, MachineRequest, MachineRun } from '../../contract/runtime.ts'
import { checkRequest } from '../check-request.ts'
import { ChildPool } from './child-pool.ts'
import { ChildRun } from './child-run.ts'
import { isolationOf, type Isolation } from './isolation.ts'

/** Where the programs of a process runtime run, and how many. */
export interface ProcessRuntimeOptions {
  /** The door to the programs of the machine. Whoever opened it closes it, after the runtime. */
  readonly processes: Processes
  /**
   * What keeps the processes in, best one of `openClosedSandbox` that can read `processRuntimeFiles()`. Whoever opened it
   * closes it, after the runtime.
   */
  readonly sandbox?: Sandbox
  /** The path of Node, this one's unless given. Only this one's is known to have permissions. */
  readonly node?: string
  /** Programs that run at the same time, 8 unless given; 64 more wait for their turn. */
  readonly concurrent?: number
}

const usualConcurrent = 8

/** Runs programs in V8, each in a process of its own; see its `boundary` for what keeps that in. */
export function processRuntime(options: ProcessRuntimeOptions): CodeRuntime {
  return new ProcessRuntime(options)
}

class ProcessRuntime implements CodeRuntime {
  readonly language = 'typescript'
  readonly isolation: Isolation['isolation']
  readonly boundary: string
  private readonly pool: ChildPool

  constructor({
    processes,
    sandbox,
    node = process.execPath,
    concurrent = usualConcurrent,
  }: ProcessRuntimeOptions) {
    if (!Number.isSafeInteger(concurrent) || concurrent < 1) {
      throw new TypeError(`concurrent must be a whole number from 1 on, not ${String(concurrent)}`)
    }
    const { isolation, boundary } = isolationOf(node, sandbox)
    this.isolation = isolation
    this.boundary = boundary
    this.pool = new ChildPool(doorOf(processes, sandbox), node, concurrent)
  }

  run(request: MachineRequest): MachineRun {
    checkRequest(request, () => 'no build: this runtime has no images')
    const run = new ChildRun(request)
    this.pool.serve(run, request.limits)
    return run
  }

  warm(): Promise<void> {
    return this.pool.warm()
  }

  close(): Promise<void> {
    return this.pool.close()
  }
}

/** The host's code is loaded when the first program needs it: the other runtimes come with this one, and do without. */
function doorOf(processes: Processes, sandbox: Sandbox | undefined): () => Promise<Processes> {
  let door: Promise<Processes> | undefined
  return () => (door ??= sandbox === undefined ? Promise.resolve(processes) : sandboxed(processes, sandbox))
}

async function sandboxed(processes: Processes, sandbox: Sandbox): Promise<Processes> {
  const { sandboxedProcesses } = await import('@millrace/host')
  return sandboxedProcesses(processes, sandbox)
}
