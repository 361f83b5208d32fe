import { afterAll, beforeAll } from 'vitest'
import { openClosedSandbox, openProcesses, type Sandbox } from '@millrace/host'
import type { CodeRuntime } from '../../src/index.ts'
import { inlineRuntime, processRuntime, processRuntimeFiles, workerRuntime } from '../../src/runtimes.ts'

/** A runtime with all that it stands on, and its end. */
export interface Opened {
  readonly runtime: CodeRuntime
  close(): Promise<void>
}

export const openInline = async (): Promise<Opened> => {
  const runtime = inlineRuntime()
  return { runtime, close: () => runtime.close() }
}

export const openWorker = async (): Promise<Opened> => {
  const runtime = workerRuntime()
  return { runtime, close: () => runtime.close() }
}

/** The process runtime in the sandbox of this machine, or without any. */
export const openProcess =
  (mode: 'auto' | 'off' = 'auto') =>
  async (): Promise<Opened> => {
    const processes = openProcesses()
    const readable = processRuntimeFiles()
    const sandbox: Sandbox = await openClosedSandbox({ mode, readable, env: process.env })
    const runtime = processRuntime({ processes, sandbox })
    const close = async (): Promise<void> => {
      await runtime.close()
      await sandbox.close()
      await processes.close()
    }
    return { runtime, close }
  }

/** A runtime for the tests of one suite. */
export function forSuite(open: () => Promise<Opened>): { readonly runtime: CodeRuntime } {
  let opened: Opened | undefined
  beforeAll(async () => {
    opened = await open()
    await opened.runtime.warm()
  })
  afterAll(() => opened?.close())
  return {
    get runtime(): CodeRuntime {
      if (opened === undefined) throw new Error('the runtime is not open yet')
      return opened.runtime
    },
  }
}
