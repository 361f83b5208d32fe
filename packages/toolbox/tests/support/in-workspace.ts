import { afterEach, beforeEach } from 'vitest'
import type { WorkspaceToolsOptions } from '../../src/tools.ts'
import { callsOn, guardedTools, type Call } from './calls.ts'
import { makeWorkspace, type TestWorkspace } from './workspace.ts'

/**
 * A fresh workspace for each test of a file, and calls of all tools on it, behind the guard.
 * @param parent - the folder in which it is made.
 * @param optionsFor - how the tools on it are made.
 */
export function inWorkspace(
  parent?: string,
  optionsFor: (folder: string) => WorkspaceToolsOptions = () => ({}),
): {
  readonly workspace: Omit<TestWorkspace, 'remove'>
  readonly call: Call
} {
  let current: TestWorkspace
  let callNow: Call
  beforeEach(async () => {
    current = await makeWorkspace(parent)
    callNow = callsOn(guardedTools(current.files, optionsFor(current.folder)))
  })
  afterEach(() => current.remove())
  return {
    workspace: {
      get folder() {
        return current.folder
      },
      get files() {
        return current.files
      },
      put: (files) => current.put(files),
      at: (path) => current.at(path),
    },
    call: (name, args, signal) => callNow(name, args, signal),
  }
}
