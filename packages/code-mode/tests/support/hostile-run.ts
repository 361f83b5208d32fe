import type { CodeRuntime, GuestReply, MachineLimits, MachineOutcome } from '../../src/index.ts'

const MiB = 1024 * 1024

/** Names of what hostile programs may call. */
export const bindings: readonly string[] = ['echo', 'fail', 'evil', 'never']

/** Limits under which a hostile program has little time. */
export const tight: MachineLimits = {
  cpuMs: 250,
  memoryBytes: 32 * MiB,
  sourceBytes: 128 * 1024,
  argumentBytes: MiB,
  resultBytes: 256 * 1024,
  consoleBytes: 64 * 1024,
}

const evil = '{"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}},"then":1}'

function answer(binding: number, argument: string): GuestReply | Promise<GuestReply> {
  if (binding === 0) return { ok: true, value: argument }
  if (binding === 1) return { ok: false, message: `failed: ${argument}`, code: 'FAILED' }
  return binding === 2 ? { ok: true, value: evil } : new Promise(() => {})
}

/** Calls of one run that are answered; the bridge answers no more than that either. */
const mostAnswered = 1000

/** Runs a program to its end; it is cancelled after `wallMs`. */
export async function runHostile(
  runtime: CodeRuntime,
  program: string,
  { limits = tight, wallMs = 2000 }: { limits?: MachineLimits; wallMs?: number } = {},
): Promise<MachineOutcome> {
  let answered = 0
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), wallMs)
  try {
    return await runtime.run({
      program,
      bindings,
      limits,
      signal: stop.signal,
      call: async (call) => {
        if (++answered <= mostAnswered) return answer(call.binding, call.arguments)
        return { ok: false, message: 'the limit of calls is reached', code: 'CALL_LIMIT' }
      },
    }).outcome
  } finally {
    clearTimeout(timer)
  }
}
