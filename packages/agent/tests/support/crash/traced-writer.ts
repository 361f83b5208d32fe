import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Why system calls cannot be made to fail here; empty where they can. */
export const noTracing = missingTracing()

function missingTracing(): string {
  if (process.platform !== 'linux') return ' (not on this system)'
  try {
    execFileSync('strace', ['-qq', '-e', 'inject=fdatasync:error=EIO', 'true'], { stdio: 'ignore' })
    return ''
  } catch {
    return ' (no strace here)'
  }
}

/** What a program said whose system calls failed. */
export interface TracedEnd {
  readonly said: string
  /** The calls that were made to fail, as strace shows them. */
  readonly injected: readonly string[]
}

/** Runs a program in which a system call fails, such as `fdatasync:error=EIO:when=2`. */
export async function tracedWriter(args: readonly string[], injection: string): Promise<TracedEnd> {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-trace-'))
  const trace = join(folder, 'trace')
  const [call = ''] = injection.split(':')
  const flags = ['-f', '-qq', '-o', trace, '-e', `trace=${call}`, '-e', `inject=${injection}`]
  try {
    const said = await outputOf('strace', [...flags, process.execPath, ...args])
    const lines = readFileSync(trace, 'utf8').split('\n')
    return { said, injected: lines.filter((line) => line.includes('(INJECTED)')) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Runs a program whose files cannot grow beyond so many blocks of 1,024 bytes: the write at the limit is short. */
export function limitedWriter(args: readonly string[], blocks: number): Promise<string> {
  const script = `ulimit -f ${blocks} && exec "$0" "$@"`
  return outputOf('bash', ['-c', script, process.execPath, ...args])
}

function outputOf(program: string, args: readonly string[]): Promise<string> {
  // One thread for all file operations: strace counts the calls of each thread by itself.
  const env = { ...process.env, UV_THREADPOOL_SIZE: '1' }
  return new Promise((resolve, reject) => {
    execFile(program, args, { env }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout)
      else
        reject(new Error(`${program} ended with ${String(error.signal ?? error.code)}: ${stdout}${stderr}`))
    })
  })
}
