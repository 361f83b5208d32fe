import type {
  CodeRuntime,
  GuestCall,
  GuestReply,
  MachineLimits,
  MachineOutcome,
  MachineRequest,
} from '../../contract/runtime.ts'

const limits: MachineLimits = {
  cpuMs: 20_000,
  memoryBytes: 64 * 2 ** 20,
  sourceBytes: 128 * 1024,
  argumentBytes: 100_000,
  resultBytes: 100_000,
  consoleBytes: 4_096,
}

/** What a test changes of a run. */
export interface Setup {
  readonly bindings?: readonly string[]
  readonly limits?: Partial<MachineLimits>
  readonly signal?: AbortSignal
  readonly call?: (call: GuestCall) => Promise<GuestReply>
  readonly onConsole?: (entry: string) => void
}

/** A request whose calls give back their argument. */
export function request(program: string, setup: Setup = {}): MachineRequest {
  return {
    program,
    bindings: setup.bindings ?? ['echo'],
    limits: { ...limits, ...setup.limits },
    signal: setup.signal ?? new AbortController().signal,
    call: setup.call ?? (({ arguments: value }) => Promise.resolve({ ok: true, value })),
    ...(setup.onConsole && { onConsole: setup.onConsole }),
  }
}

export function outcomeOf(runtime: CodeRuntime, program: string, setup?: Setup): Promise<MachineOutcome> {
  return runtime.run(request(program, setup)).outcome
}

/** The value of a program, parsed; fails where it has none. */
export async function valueOf(runtime: CodeRuntime, program: string, setup?: Setup): Promise<unknown> {
  const outcome = await outcomeOf(runtime, program, setup)
  if (!outcome.ok) throw new Error(`${outcome.kind}: ${outcome.message}`)
  return outcome.value === undefined ? undefined : (JSON.parse(outcome.value) as unknown)
}
