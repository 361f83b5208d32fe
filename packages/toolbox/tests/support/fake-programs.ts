import type { CommandSpec, ProcessEnd, Processes, RunningProcess } from '@millrace/host'

/** What a program prints and how it ends. */
export interface FakeOutput {
  readonly stdout?: string | Uint8Array
  readonly stderr?: string | Uint8Array
  readonly exitCode?: number | null
  /** Waits until it is stopped. */
  readonly hangs?: boolean
  /** What reading its output fails with. */
  readonly failure?: Error
}

/** Programs that print what a test says; the commands that were started, and how many were stopped. */
export interface FakePrograms extends Pick<Processes, 'start'> {
  readonly started: CommandSpec[]
  stops: number
}

/** Answers each command with what `output` says of it; an error that it throws fails the start. */
export function fakePrograms(output: (spec: CommandSpec) => FakeOutput): FakePrograms {
  const programs: FakePrograms = {
    started: [],
    stops: 0,
    async start(spec) {
      programs.started.push(spec)
      return run(spec, output(spec), () => {
        programs.stops += 1
      })
    },
  }
  return programs
}

function run(spec: CommandSpec, output: FakeOutput, onStop: () => void): RunningProcess {
  let end: (status: ProcessEnd) => void = () => {}
  const exited = new Promise<ProcessEnd>((resolve) => {
    end = resolve
  })
  let failure: unknown = output.failure
  const print = async (): Promise<void> => {
    try {
      await spec.onOutput(Buffer.from(output.stdout ?? ''), 'stdout')
      await spec.onOutput(Buffer.from(output.stderr ?? ''), 'stderr')
    } catch (error) {
      failure = error
    }
    if (output.hangs !== true) end({ exitCode: output.exitCode ?? 0, signal: null })
  }
  const printed = print()
  return {
    pid: 1,
    exited,
    drained: Promise.all([printed, exited]).then(() => {}),
    get outputFailure() {
      return failure
    },
    exceededLimit: undefined,
    isTreeAlive: () => Promise.resolve(false),
    stop() {
      onStop()
      end({ exitCode: null, signal: 'SIGKILL' })
      return Promise.resolve()
    },
  }
}
