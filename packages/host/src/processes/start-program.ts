import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import type { CommandSpec } from './command.ts'
import { inheritedDescriptors } from './inherited-descriptors.ts'
import { inputFile } from './input-file.ts'
import type { Pipe } from './lone-pipe.ts'
import { startFailure } from './start-failure.ts'
import type { Tree } from './tree.ts'

/** Where output of a program is read. */
export interface Output {
  readonly stream: 'stdout' | 'stderr'
  readonly source: Readable
}

/** A program that was started this moment. */
export interface StartedProgram {
  readonly child: ChildProcess
  readonly pid: number
  readonly outputs: readonly Output[]
}

/**
 * Starts a program in a session of its own, without a terminal and with nothing to read but what it is given: what this
 * process was started with and would hand on without knowing leads to an empty device.
 *
 * @param env - its whole environment.
 * @param pipes - one for the merged output, or two; without any, Node's own are taken. Both ends are taken over.
 * @param tree - takes the new process in.
 * @throws ProcessError where it cannot be started.
 */
export async function startProgram(
  spec: CommandSpec,
  env: Readonly<Record<string, string>>,
  pipes: readonly Pipe[],
  tree: Tree,
): Promise<StartedProgram> {
  const [out, error = out] = pipes
  const { stdin } = spec
  const input = stdin && (await inputFile(stdin))
  let empty: number | undefined
  try {
    const inherited = inheritedDescriptors()
    if (inherited.length > 0) empty = openSync('/dev/null', 'r')
    const options: SpawnOptions = {
      cwd: spec.cwd,
      // Node hands this variable of its own to every child whose environment does not name it.
      env: { NODE_V8_COVERAGE: undefined, ...env },
      detached: true,
      windowsHide: true,
      stdio: covered(channels(spec, input?.fd, [out, error]), inherited, empty),
    }
    const child = tree.plant(() => spawn(spec.file, spec.args, options))
    const { pid } = child
    if (pid === undefined) throw await new Promise((resolve) => child.once('error', resolve))
    if (stdin !== undefined) feed(child, stdin)
    else handInput(child, spec)
    handReport(child, spec)
    return { child, pid, outputs: outputsOf(child, pipes) }
  } catch (failure) {
    for (const { readEnd } of pipes) closeSync(readEnd)
    throw startFailure(failure, spec)
  } finally {
    for (const { writeEnd } of pipes) closeSync(writeEnd)
    if (empty !== undefined) closeSync(empty)
    // Not waited for: a program that has started may end at once, and somebody must listen by then.
    input?.close().catch(() => {})
  }
}

type Channel = 'ignore' | 'pipe' | number

/** What the program has for its descriptors, from 0 on. */
function channels(
  spec: CommandSpec,
  input: number | undefined,
  outputs: readonly (Pipe | undefined)[],
): Channel[] {
  return [
    spec.stdin === undefined ? (spec.takeInput === undefined ? 'ignore' : 'pipe') : (input ?? 'pipe'),
    ...outputs.map((pipe) => pipe?.writeEnd ?? ('pipe' as const)),
    ...(spec.takeReport === undefined ? [] : ['pipe' as const]),
  ]
}

/** The same with an empty device in the place of what nobody chose; above 2, what is ignored stays as it is. */
function covered(chosen: readonly Channel[], inherited: readonly number[], empty = 0): Channel[] {
  const all = Array.from(
    { length: Math.max(chosen.length, ...inherited.map((fd) => fd + 1)) },
    (_, fd): Channel => chosen[fd] ?? 'ignore',
  )
  for (const fd of inherited) if (fd >= chosen.length) all[fd] = empty
  return all
}

/** Without room for a file, the input goes through Node's own pipe. */
function feed({ stdin: pipe }: ChildProcess, bytes: Uint8Array): void {
  // A program need not read its input, and may end before it has.
  pipe?.on('error', () => {})
  pipe?.end(bytes)
}

function handInput({ stdin: pipe }: ChildProcess, spec: CommandSpec): void {
  if (pipe === null || spec.takeInput === undefined) return
  pipe.on('error', () => {})
  spec.takeInput(pipe)
}

function handReport(child: ChildProcess, spec: CommandSpec): void {
  const report = child.stdio[3]
  if (report instanceof Socket) spec.takeReport?.(report)
}

function outputsOf(child: ChildProcess, pipes: readonly Pipe[]): Output[] {
  const [out, error] = pipes.map(
    ({ readEnd }) => new Socket({ fd: readEnd, readable: true, writable: false }),
  )
  const found = { stdout: out ?? child.stdout, stderr: error ?? child.stderr }
  return (['stdout', 'stderr'] as const).flatMap((stream) => {
    const source = found[stream]
    return source === null ? [] : [{ stream, source }]
  })
}
