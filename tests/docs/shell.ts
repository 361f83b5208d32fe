import { spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { noPseudoTerminal, startInTerminal } from '../../packages/cli/tests/pseudo-terminal.ts'
import type { CommandLine } from './lines.ts'
import { isKnown, mannerOf, type Manner } from './manners.ts'

/** Where the commands of a page run. */
export interface Place {
  readonly project: string
  readonly env: Readonly<Record<string, string>>
  /** What the next command of the page begins with: the folder and the variables that the last one left. */
  readonly state: string
}

/** The status of what may only run after somebody said yes, where nobody can. */
const nobodyAsked = 4

/** When a command is ended that should have ended by itself, or answered. */
const limitMs = 180_000

/** Runs a command. @returns what is wrong, or `undefined` where it went as the page says. */
export async function problemOf(line: CommandLine, at: Place): Promise<string | undefined> {
  const manner = mannerOf(line.text)
  if (manner?.kind === 'elsewhere') return undefined
  if (manner === undefined && !isKnown(line.text)) {
    return 'nothing says how it is run: see tests/docs/manners.ts'
  }
  const ended = await runs(line.text, at, manner)
  const expected = manner?.kind === 'serves' ? manner.exits : line.exits
  if (ended.status === expected) return undefined
  const isAsked = ended.status === nobodyAsked && noPseudoTerminal === undefined
  const again = isAsked ? await runsWithPerson(line.text, at) : ended
  return again.status === expected
    ? undefined
    : `ended with ${again.status} in place of ${expected}:\n${again.printed.slice(-1_000)}`
}

interface Ended {
  readonly status: number | null
  readonly printed: string
}

/** One line of bash, which begins where the last one ended. */
function script(text: string, { state }: Place): string {
  const keep = `{ export -p; printf 'cd %q\\n' "$PWD"; } > '${state}'`
  return `. '${state}'\n${text}\nstatus=$?\n${keep}\nexit $status`
}

function runs(text: string, at: Place, manner: Manner | undefined): Promise<Ended> {
  // What serves takes the place of the shell, so that a signal reaches it.
  const words = manner === undefined ? script(text, at) : `. '${at.state}'\nexec ${text}`
  const child = spawn('bash', ['-c', words], { cwd: at.project, env: at.env, stdio: 'pipe' })
  let printed = ''
  let isDone = false
  const take = (chunk: unknown): void => {
    printed += String(chunk)
    if (isDone || manner?.kind !== 'serves' || !manner.prints.test(printed)) return
    isDone = true
    child.kill('SIGINT')
  }
  child.stdout.on('data', (chunk) => {
    take(chunk)
    if (manner?.kind === 'answers' && printed.includes('"result"')) child.stdin.end()
  })
  child.stderr.on('data', take)
  child.stdin.on('error', () => {})
  if (manner?.kind === 'answers') child.stdin.write(`${JSON.stringify(manner.request)}\n`)
  else child.stdin.end()
  const late = setTimeout(() => child.kill('SIGKILL'), limitMs)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (status) => {
      clearTimeout(late)
      resolve({ status, printed })
    })
  })
}

/** The same at a terminal where somebody says yes. */
async function runsWithPerson(text: string, at: Place): Promise<Ended> {
  const terminal = startInTerminal(['bash', '-c', script(text, at)], at.project, { ...at.env })
  const late = setTimeout(() => terminal.child.kill('SIGKILL'), limitMs)
  let isOver = false
  const ends = terminal.ends.finally(() => (isOver = true))
  const question = /\[(?:1\/)?y\]/
  while (!isOver && !question.test(terminal.screen())) await pause(50)
  if (!isOver) await terminal.type('y', question)
  const status = await ends
  clearTimeout(late)
  return { status, printed: terminal.screen() }
}
