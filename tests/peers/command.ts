import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from '../support/workspace.ts'

/** The compiled command. */
export const millraceFile: string = join(root, 'packages/cli/bin/millrace.js')

/** A folder to work in, and a person's own folders beside it, so that nothing real is touched. */
export interface Place {
  readonly project: string
  readonly env: Readonly<Record<string, string>>
  /** Writes a file of the project. */
  readonly put: (path: string, text: string) => string
  readonly remove: () => void
}

/** Makes one with these files. */
export function place(files: Readonly<Record<string, string>>): Place {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'millrace-peers-')))
  const project = join(folder, 'project')
  const put = (path: string, text: string): string => {
    const file = join(project, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    return file
  }
  mkdirSync(join(folder, 'home'), { recursive: true })
  for (const [path, text] of Object.entries(files)) put(path, text)
  return {
    project,
    put,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: join(folder, 'home'),
      XDG_STATE_HOME: join(folder, 'state'),
      NO_COLOR: '1',
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** What a program said and how it ended. */
export interface Ended {
  readonly status: number | null
  readonly out: string
  readonly err: string
}

/** A program that runs, and what it has said so far. */
export interface Running {
  readonly child: ChildProcess
  readonly said: () => string
  readonly ended: Promise<Ended>
}

/** Starts a program of Node in a place. Its input is empty. */
export function starts(at: Place, args: readonly string[], node: string = process.execPath): Running {
  const child = spawn(node, args, { cwd: at.project, env: at.env, stdio: ['ignore', 'pipe', 'pipe'] })
  let out = ''
  let err = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
  const ended = once(child, 'close').then(([status]: unknown[]) => ({
    status: status as number | null,
    out,
    err,
  }))
  return { child, said: () => out + err, ended }
}

/** Runs a program of Node to its end. */
export const runs = (at: Place, args: readonly string[], node?: string): Promise<Ended> =>
  starts(at, args, node).ended
