import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commandEnvironment, openProcesses, SpillStore, type Processes } from '@millrace/host'
import { createTools, type ToolRuntime } from '@millrace/tools'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { commandTools } from '../../src/bash/command-tools.ts'
import type { JobListValue } from '../../src/jobs/list/tool.ts'
import { hostProcesses } from '../../src/shell/host-processes.ts'
import { callsOn, type Call } from './calls.ts'
import { makeWorkspace, type TestWorkspace } from './workspace.ts'

/** How the commands of a test are bounded, and what they see. */
export interface ShellOptions {
  /** Of a spill file; all of them together take many times as much. */
  readonly maxFileBytes?: number
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly keepsJobs?: boolean
  /** A command counts as started once it has printed something or ended, so that time limits begin no sooner. */
  readonly awaitsOutput?: boolean
  /** How long whoever is stopped may take to end by itself, where it says nothing else. */
  readonly graceMs?: number
}

/** A workspace in which commands run. */
export interface TestShell {
  readonly workspace: Omit<TestWorkspace, 'remove'>
  readonly runtime: ToolRuntime
  readonly call: Call
}

/** Processes, and a place for their output. */
interface TestHost {
  readonly processes: Processes
  readonly spill: SpillStore
  close(): Promise<void>
}

const mebibyte = 1024 * 1024

/** Processes that start and stop as the options say. */
function unhurried(
  processes: Processes,
  { awaitsOutput = false, graceMs }: ShellOptions,
): Pick<Processes, 'start'> {
  return {
    async start(spec) {
      let note = (): void => {}
      const printed = new Promise<void>((resolve) => (note = resolve))
      const running = await processes.start({
        ...spec,
        onOutput: (chunk, stream) => {
          note()
          return spec.onOutput(chunk, stream)
        },
      })
      if (awaitsOutput) await Promise.race([printed, running.exited])
      if (graceMs !== undefined) {
        const stop = running.stop.bind(running)
        running.stop = (options) => stop({ graceMs, ...options })
      }
      return running
    },
  }
}

async function openHost({ maxFileBytes = 8 * mebibyte }: ShellOptions): Promise<TestHost> {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-toolbox-spill-'))
  const spill = await SpillStore.open({ folder, maxFileBytes, maxTotalBytes: 100 * maxFileBytes })
  const processes = openProcesses()
  return {
    processes,
    spill,
    async close() {
      await processes.close()
      await spill.close()
      await rm(folder, { recursive: true })
    },
  }
}

async function shellOn(
  { processes, spill }: TestHost,
  options: ShellOptions,
): Promise<TestShell & { close(): Promise<void> }> {
  const { env = process.env, keepsJobs = true } = options
  const workspace = await makeWorkspace()
  const { files } = workspace
  const started = { processes: unhurried(processes, options), spill, files }
  const operations = hostProcesses({ ...started, env: commandEnvironment(env) })
  const runtime = createTools({ tools: commandTools(operations, { keepsJobs }) })
  const call = callsOn(runtime)
  return {
    workspace,
    runtime,
    call,
    async close() {
      const { jobs } = (await call('job_list', {})).value as JobListValue
      const running = jobs.filter((job) => job.running)
      await Promise.all(running.map(({ job }) => call('job_stop', { job })))
      await workspace.remove().catch(unlessGone)
    },
  }
}

/** A test may have removed its workspace itself. */
function unlessGone(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

/** A workspace with a host of its own. */
export interface OwnShell extends TestShell {
  readonly processes: Processes
  readonly spillFolder: string
  close(): Promise<void>
}

/** Opens a workspace with a host of its own, for tests of the host's end and of what is left on the disk. */
export async function openShell(options: ShellOptions = {}): Promise<OwnShell> {
  const host = await openHost(options)
  const shell = await shellOn(host, options)
  return {
    ...shell,
    processes: host.processes,
    spillFolder: host.spill.folder,
    async close() {
      await shell.close()
      await host.close()
    },
  }
}

/** A fresh workspace without jobs for each test of a file, on one host. */
export function inShell(options: ShellOptions = {}): TestShell {
  let host: TestHost
  let current: TestShell & { close(): Promise<void> }
  beforeAll(async () => {
    host = await openHost(options)
  })
  beforeEach(async () => {
    current = await shellOn(host, options)
  })
  afterEach(() => current.close())
  afterAll(() => host.close())
  return {
    get workspace() {
      return current.workspace
    },
    get runtime() {
      return current.runtime
    },
    call: (name, args, signal) => current.call(name, args, signal),
  }
}
