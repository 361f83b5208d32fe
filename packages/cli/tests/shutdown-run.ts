import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { scriptedProvider } from '@millrace/testkit/provider'
import { onTestFinished } from 'vitest'
import { inTerminal } from './pseudo-terminal.ts'
import type { Home } from './running.ts'
import { flushMs, stayingCall, turnFor, type Point } from './shutdown-points.ts'

const bin = fileURLToPath(new URL('../bin/millrace.js', import.meta.url))
/** A process that is asked to end has done so by then, however busy the machine is; what it runs takes much longer. */
export const patienceMs = 20_000

/** What was seen of a process that was asked to end. */
export interface ShutDown {
  readonly status: number | null
  /** The signal that ended it, where it did not end by itself. */
  readonly signal: NodeJS.Signals | null
  readonly out: string
  readonly err: string
  /** The bodies of its requests to the model. */
  readonly asked: readonly string[]
}

/** A command in a process of its own, in a terminal or not. */
interface Started {
  readonly child: ChildProcess
  readonly out: () => string
  readonly err: () => string
  readonly ends: Promise<number | null>
  /** The process of the command itself. */
  readonly pid: () => number | undefined
}

/** Runs a turn, asks the process to end at some point, and waits until it has. */
export async function shutDownAt(point: Point, at: Home): Promise<ShutDown> {
  const asked: string[] = []
  const script = turnFor(point)
  const server = await scriptedProvider((request) => {
    asked.push(request.body)
    return typeof script === 'function' ? script(request) : {}
  })
  onTestFinished(() => server.close())
  const env = {
    ...at.env,
    PATH: process.env['PATH'] ?? '',
    OPENAI_BASE_URL: server.url,
    OPENAI_API_KEY: 'sk-test-1',
    MILLRACE_MODEL: 'openai/test',
  }
  const ran = point.doing === 'asks' ? startedInTerminal(at, env) : started(point, at, env)
  const end = { isOver: false }
  void ran.ends.then(() => (end.isOver = true))
  await comesTo(point, ran, at, end)
  await sleep(point.doing === 'is asked twice' ? 0 : point.ms)
  terminate(ran)
  const forced = setTimeout(() => ran.child.kill('SIGKILL'), patienceMs)
  if (point.doing === 'is asked twice') await asksAgain(point, ran, end)
  const status = await ran.ends
  clearTimeout(forced)
  return { status, signal: ran.child.signalCode, out: ran.out(), err: ran.err(), asked }
}

function started({ doing }: Point, at: Home, env: Record<string, string>): Started {
  const slow = doing === 'flushes' ? ['--import', slowFlush] : []
  const words = [...slow, bin, 'run', 'go', '--approve-all', '--json']
  const child = spawn(process.execPath, words, { cwd: at.project, env, stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const text = { out: '', err: '' }
  child.stdout.on('data', (chunk) => (text.out += String(chunk)))
  child.stderr.on('data', (chunk) => (text.err += String(chunk)))
  const ends = new Promise<number | null>((resolve) => child.on('close', resolve))
  return { child, out: () => text.out, err: () => text.err, ends, pid: () => child.pid }
}

/** A disk whose every flush takes a while. */
const slowFlush = `data:text/javascript,${encodeURIComponent(`
  import { open } from 'node:fs/promises'
  const handle = await open('/dev/null')
  const prototype = Object.getPrototypeOf(handle)
  await handle.close()
  const { datasync } = prototype
  prototype.datasync = async function () {
    await new Promise((resolve) => setTimeout(resolve, ${flushMs}))
    return datasync.call(this)
  }
`)}`

/** A person sits before this one; nobody answers. */
function startedInTerminal(at: Home, env: Record<string, string>): Started {
  const file = join(at.project, 'main.pid')
  const argv = [
    'sh',
    '-c',
    'echo $$ > main.new; mv main.new main.pid; exec "$@"',
    'sh',
    process.execPath,
    bin,
    'run',
    'go',
  ]
  const { child, ends, screen } = inTerminal(argv, at.project, env)
  const pid = (): number | undefined => (existsSync(file) ? Number(readFileSync(file, 'utf8')) : undefined)
  return { child, ends, out: screen, err: () => '', pid }
}

/** Waits for what a point follows. */
async function comesTo({ after }: Point, ran: Started, at: Home, end: { isOver: boolean }): Promise<void> {
  const isThere = (): boolean => {
    if (after === 'start') return true
    if (after === 'question') return ran.out().includes('once')
    if (after === 'effects') return effectsIn(at).includes(stayingCall)
    return ran.out().split(`"type":"${after.type}"`).length > after.times
  }
  while (!end.isOver && !isThere()) await sleep(3)
}

/** Signals that come before the first one is heard are one with it, so there is more than one. */
async function asksAgain({ ms }: Point, ran: Started, end: { isOver: boolean }): Promise<void> {
  await sleep(ms)
  while (!end.isOver) {
    terminate(ran)
    await sleep(100)
  }
}

function terminate(ran: Started): void {
  const pid = ran.pid()
  if (pid === undefined) return
  try {
    process.kill(pid, 'SIGTERM')
  } catch {
    // It has ended by itself.
  }
}

/** The commands that ran. One that was killed between opening the file and writing to it had no effect. */
export function effectsIn({ project }: Home): string[] {
  const file = join(project, 'effects')
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
}

/** The living processes that work in a folder. */
export function processesIn({ project }: Home): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 1 && folderOf(pid) === project)
}

function folderOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    // It is gone, or has ended and nobody has collected it yet.
    return undefined
  }
}
