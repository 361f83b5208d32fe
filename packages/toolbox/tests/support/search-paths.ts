import { openProcesses, type Processes } from '@millrace/host'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { ripgrepAccelerator } from '../../src/grep/ripgrep/ripgrep-accelerator.ts'
import type { SearchAccelerator } from '../../src/grep/accelerator.ts'
import { inWorkspace } from './in-workspace.ts'
import { hasRipgrep } from './peer-corpus.ts'

/** Both ways of a search. */
export const searchPaths: readonly ('the engine alone' | 'ripgrep')[] = hasRipgrep
  ? ['the engine alone', 'ripgrep']
  : ['the engine alone']

/** Ripgrep for the tests of a file, and why it left searches to the engine. */
export function usingRipgrep(): {
  accelerator(folder: string): SearchAccelerator
  /** Reasons since the test began. */
  readonly fallbacks: string[]
} {
  let processes: Processes
  const fallbacks: string[] = []
  beforeAll(() => {
    processes = openProcesses()
  })
  afterAll(() => processes.close())
  beforeEach(() => {
    fallbacks.length = 0
  })
  return {
    fallbacks,
    accelerator: (folder) =>
      ripgrepAccelerator({ processes, folder, onFallback: (reason) => fallbacks.push(reason) }),
  }
}

/** A fresh workspace for each test, which `grep` searches in the named way. */
export function searchingBy(path: (typeof searchPaths)[number]): ReturnType<typeof inWorkspace> {
  if (path === 'the engine alone') return inWorkspace()
  const ripgrep = usingRipgrep()
  return inWorkspace(undefined, (folder) => ({ accelerator: ripgrep.accelerator(folder) }))
}
