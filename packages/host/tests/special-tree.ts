import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { plantDevice } from './canary.ts'

/** A folder with everything in it that is no regular file. */
export interface SpecialTree {
  readonly folder: string
  /** The entries: a directory, a socket, pipes, and devices where this process may make them. */
  readonly names: readonly string[]
  remove(): Promise<void>
}

/** Milliseconds that no refusal takes on a busy machine, while whoever opens a pipe waits for ever. */
export const hang = 20_000

/** Pipes that nobody writes to. */
export const pipes: readonly string[] = Array.from({ length: 8 }, (_, index) => `pipe${index}`)

/** Makes the pipes in a new folder. */
export function plantPipes(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'millrace-')))
  for (const pipe of pipes) execFileSync('mkfifo', [join(folder, pipe)])
  return folder
}

/** Makes a folder with an entry of every kind. */
export async function plantSpecialTree(): Promise<SpecialTree> {
  const folder = plantPipes()
  mkdirSync(join(folder, 'directory'))
  const devices = { zero: 5, null: 3, full: 7 }
  const planted = Object.entries(devices).filter(([name, minor]) => plantDevice(join(folder, name), 1, minor))
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(join(folder, 'socket'), resolve))
  return {
    folder,
    names: [...pipes, 'socket', 'directory', ...planted.map(([name]) => name)],
    async remove() {
      await new Promise((resolve) => server.close(resolve))
      rmSync(folder, { recursive: true })
    },
  }
}
