import { expect } from 'vitest'
import { run } from '../src/run.ts'
import type { OpenWorkspace } from '../src/with-workspace.ts'
import { folder } from './folder.ts'
import { terminal, type Terminal, type TerminalOptions } from './terminal.ts'

/** The command as a test ran it. */
interface Ended extends Terminal {
  readonly status: number
}

/** What the folder holds that the command runs in unless another one is given. */
export const files = { 'notes.md': '# Notes\nTODO one\n', 'src/a.ts': '// TODO two\n' }

/** Runs the command. */
export async function millrace(
  argv: readonly string[],
  options: TerminalOptions = {},
  open?: OpenWorkspace,
): Promise<Ended> {
  const io = terminal({ cwd: options.cwd ?? folder(files), ...options })
  return { ...io, status: await run(argv, io, open) }
}

/** The one object that it printed. */
export const json = (ended: Ended): Record<string, unknown> => {
  expect(ended.out().match(/\n/g)).toHaveLength(1)
  return JSON.parse(ended.out()) as Record<string, unknown>
}
