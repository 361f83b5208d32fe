import { spawnSync } from 'node:child_process'

/** What a program printed and how it ended. */
export interface Finished {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs a program to its end, without a shell. */
export function run(
  program: string,
  args: readonly string[],
  cwd: string,
  environment: NodeJS.ProcessEnv = {},
): Finished {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, ...environment },
    timeout: 600_000,
  })
  if (error) throw error
  return { code: status, stdout, stderr }
}

/** Runs a program that has to succeed, and returns what it printed. */
export function mustRun(program: string, args: readonly string[], cwd: string): string {
  const { code, stdout, stderr } = run(program, args, cwd)
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}\n${stdout}\n${stderr}`)
  return stdout
}
