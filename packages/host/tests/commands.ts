import { readdirSync, readlinkSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { openContained, type Best, type ProcessOptions } from '../src/processes/host-processes.ts'
import { kernelText } from '../src/processes/kernel-text.ts'
import {
  commandEnvironment,
  type CommandSpec,
  type ProcessEnd,
  type Processes,
  type RunningProcess,
} from '../src/index.ts'
import { isLong } from '../../../tests/support/effort.ts'

/** Every way to find the processes of a command that this system has, to test each. */
export const containments: readonly Best[] = (['cgroup', 'unified', 'marker'] as const).filter(isAvailable)

/** Repetitions, of which the long run has more. */
export const times = (usual: number, long: number): number => (isLong ? long : usual)

function isAvailable(best: Best): boolean {
  const processes = openContained({}, best)
  void processes.close()
  return processes.containment === (best === 'unified' ? 'cgroup' : best)
}

/** Processes that are closed when the test ends. */
export function openForTest(best: Best = 'cgroup', options: ProcessOptions = {}): Processes {
  const processes = openContained(options, best)
  onTestFinished(() => processes.close())
  return processes
}

/** A command and what it has printed so far. */
export interface Ran {
  readonly running: RunningProcess
  output(): string
  /** Waits for its end and that of everything that writes. */
  end(): Promise<ProcessEnd>
}

/** Starts a line of bash. */
export function bash(processes: Processes, line: string, spec: Partial<CommandSpec> = {}): Promise<Ran> {
  return start(processes, { file: 'bash', args: ['-c', line], ...spec })
}

/** Starts a program and keeps what it prints. */
export async function start(
  processes: Processes,
  spec: Partial<CommandSpec> & Pick<CommandSpec, 'file'>,
): Promise<Ran> {
  const chunks: Uint8Array[] = []
  const running = await processes.start({
    args: [],
    cwd: process.cwd(),
    env: commandEnvironment(process.env),
    streams: 'merged',
    onOutput: (chunk) => void chunks.push(chunk),
    ...spec,
  })
  return {
    running,
    output: () => Buffer.concat(chunks).toString(),
    end: async () => {
      await running.drained
      return running.exited
    },
  }
}

/** A fixture beside this file. */
export const fixture = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

let tokens = 0

/** An argument that no other process has. */
export const freshToken = (): string => `millrace-test-${process.pid}-${++tokens}-${Date.now()}`

/** The living processes that have an argument. */
export function processesWith(token: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 1 && pid !== process.pid && argumentsOf(pid).includes(token))
}

/** Waits until a condition holds; fails after a time that only a hanging machine needs. */
export async function until(holds: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const patience = performance.now() + 60_000
  for (;;) {
    const began = performance.now()
    if (await holds()) return
    if (performance.now() > patience) throw new Error(`waited in vain until ${what}`)
    // Looking must not slow down what is waited for.
    await sleep(Math.max(10, (performance.now() - began) * 4))
  }
}

/** What the descriptors of this process lead to. */
export function openDescriptors(): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`)
    } catch {
      // The listing's own descriptor is gone by now.
      return []
    }
  })
}

function argumentsOf(pid: number): string[] {
  try {
    return kernelText(`/proc/${pid}/cmdline`).split('\0')
  } catch {
    return []
  }
}
