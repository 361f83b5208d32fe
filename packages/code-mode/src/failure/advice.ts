import type { CodeFailureKind } from '../contract/failure.ts'
import type { CodeLimits } from '../contract/limits.ts'

/** What to do about a failure of each kind; nothing where the message says all. */
export function adviceFor(kind: CodeFailureKind, limits: CodeLimits): string {
  return advice[kind](limits)
}

const advice: Readonly<Record<CodeFailureKind, (limits: CodeLimits) => string>> = {
  syntax: () => 'Nothing of the program has run. Mend it and send it whole.',
  exception: () => '',
  tool_error: () => 'To go on in spite of it, catch it: a ToolCallError has toolName and code.',
  timeout_wall: ({ wallMs }) =>
    `Await nothing that cannot happen, call in parallel with Promise.all, and do less in one run, which may take ${seconds(wallMs)}.`,
  timeout_cpu: ({ cpuMs }) =>
    `A program may compute for ${seconds(cpuMs)}; waiting for tools does not count. Compute less, look for a loop without an end, or ask for the runtime \`process\`, which computes faster.`,
  memory: ({ memoryBytes }) =>
    `A program has ${bytes(memoryBytes)}: take what it needs from each result, let go of the rest, and work in pages.`,
  output_limit: ({ resultBytes }) =>
    `What a program returns may have ${bytes(resultBytes)}: return counts, or the fields and the items that matter.`,
  call_limit: ({ calls }) =>
    `A run may make ${calls} calls: use tools that take many items, or go on in another run.`,
  pending_limit: ({ pending }) => `At most ${pending} calls may wait at the same time: await them in groups.`,
  cancelled: () => 'The run was ended from outside, and not for anything in the program.',
  runtime_died: () =>
    'The machine that ran the program ended. Try once more; if it happens again, do less in one run.',
  diverged: () =>
    'The program went on after an interruption and did not repeat what is recorded of it, so it was stopped. Look at what its calls have done, and send a new program for the rest.',
}

const seconds = (ms: number): string => `${ms / 1000} s`

const KiB = 1024
const MiB = 1024 * KiB

function bytes(count: number): string {
  if (count >= MiB) return `${Number((count / MiB).toFixed(1))} MiB`
  return count >= KiB ? `${Number((count / KiB).toFixed(1))} KiB` : `${count} bytes`
}
