import { existsSync, mkdirSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { commandEnvironment, openSandbox, sandboxedProcesses, type SandboxOptions } from '../src/index.ts'
import { landlockLauncher, type LandlockLauncher } from '../src/sandbox/landlock.ts'
import { openSandboxWith, type SandboxMeans } from '../src/sandbox/open-sandbox.ts'
import { findPrograms } from '../src/sandbox/sandbox-programs.ts'
import { openForTest, start } from './commands.ts'
import { freshFolder, hasBubblewrap } from './sandbox.ts'

const nothing: SandboxMeans = {
  bubblewrap: undefined,
  nsenter: undefined,
  seatbelt: undefined,
  landlock: async () => undefined,
}

/** A program of bash in a folder of its own. */
function program(name: string, text: string): string {
  const file = join(freshFolder(), name)
  writeFileSync(file, `#!/bin/bash\n${text}\n`, { mode: 0o755 })
  return file
}

const unusable: LandlockLauncher = { path: '/no/launcher', probe: () => 'unusable', args: () => [] }

/** What a machine may lack or break, each in place of what works. */
const broken: readonly [name: string, means: () => Partial<SandboxMeans>][] = [
  ['bubblewrap is not in the PATH', () => ({ bubblewrap: undefined })],
  ['bubblewrap is gone', () => ({ bubblewrap: '/no/such/bwrap' })],
  [
    'there are no user namespaces',
    () => ({
      bubblewrap: program('bwrap', 'echo "bwrap: No permissions to create new namespace" >&2; exit 1'),
    }),
  ],
  ['bubblewrap runs programs as they are', () => ({ bubblewrap: program('bwrap', passesThrough) })],
  ['bubblewrap hangs up', () => ({ bubblewrap: program('bwrap', 'kill -9 $$') })],
  ['the kernel refuses Landlock', () => ({ landlock: async () => unusable })],
]

// Whatever stands before the two dashes is thrown away.
const passesThrough = 'while [ "$1" != -- ]; do shift; done; shift; exec "$@"'

const optionsFor = (mode: SandboxOptions['mode']): SandboxOptions => ({
  mode,
  workspace: freshFolder(),
  env: process.env,
})

describe('where no sandbox works', () => {
  verifies(['security:C3'], 'a required one is an error that says why and how to mend it', async () => {
    for (const [name, means] of broken) {
      const opened = openSandboxWith({ ...nothing, ...means() }, optionsFor('required'))
      await expect(opened, name).rejects.toMatchObject({
        code: 'SANDBOX_UNAVAILABLE',
        message: expect.stringMatching(/none works here: .*install bubblewrap/),
      })
    }
  })

  verifies(['security:C3'], 'otherwise it is said that there is none, and why', async () => {
    for (const [name, means] of broken) {
      const sandbox = await openSandboxWith({ ...nothing, ...means() }, optionsFor('auto'))
      expect(sandbox, name).toMatchObject({ enforcement: 'none', backend: 'none', network: 'open' })
      expect(sandbox.gaps.length, name).toBeGreaterThan(0)
      const processes = openForTest()
      expect(sandboxedProcesses(processes, sandbox)).toBe(processes)
    }
  })

  test('one that is turned off says so', async () => {
    const sandbox = await openSandbox(optionsFor('off'))
    expect(sandbox).toMatchObject({ enforcement: 'none', gaps: ['The sandbox is turned off.'] })
  })

  test('bubblewrap is not taken from where commands or packages could have put it', () => {
    const workspace = freshFolder()
    const folders = ['tools', 'node_modules/.bin'].map((folder) => join(workspace, folder))
    const elsewhere = join(freshFolder(), 'node_modules/.bin')
    for (const folder of [...folders, elsewhere]) {
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, 'bwrap'), '', { mode: 0o755 })
    }
    const find = (PATH: string) => findPrograms({ mode: 'auto', workspace, env: { PATH } }).bubblewrap
    expect(find([...folders, elsewhere, 'tools'].join(':'))).toBeUndefined()
    const own = freshFolder()
    writeFileSync(join(own, 'bwrap'), '', { mode: 0o755 })
    if (process.platform === 'linux') expect(find(own)).toBe(join(own, 'bwrap'))
  })

  test('options that no sandbox can be built from are refused', async () => {
    const refused = [
      { workspace: 'relative' },
      { workspace: '/no/such/folder' },
      { workspace: '/' },
      { writable: ['/proc'] },
      { workspace: realpathSync(tmpdir()) },
      { unprotected: ['src'] },
      { egress: { allow: ['https://example.com/'] } },
      { egress: { allow: ['example.com:70000'] } },
      { egress: { allow: ['*'] } },
    ]
    for (const options of refused) {
      const opened = openSandbox({ ...optionsFor('auto'), ...options })
      await expect(opened, JSON.stringify(options)).rejects.toMatchObject({ code: 'SANDBOX_INVALID' })
    }
  })
})

/** A sandbox whose program can be broken after it was seen to work. */
async function breakable(breaking: string) {
  const folder = freshFolder()
  const bubblewrap = join(folder, 'bwrap')
  const real = findPrograms(optionsFor('auto'))
  writeFileSync(bubblewrap, `#!/bin/bash\nexec ${real.bubblewrap} "$@"\n`, { mode: 0o755 })
  const options = optionsFor('required')
  const sandbox = await openSandboxWith({ ...nothing, ...real, bubblewrap }, options)
  const processes = sandboxedProcesses(openForTest(), sandbox)
  const touch = (name: string) =>
    start(processes, {
      file: 'touch',
      args: [join(options.workspace, name)],
      cwd: options.workspace,
      env: commandEnvironment(process.env),
    })
  expect(sandbox.enforcement).toBe('full')
  await (await touch('before')).end()
  expect(existsSync(join(options.workspace, 'before'))).toBe(true)
  if (breaking === '') rmSync(bubblewrap)
  else {
    // Not in place: a script that runs cannot be written.
    writeFileSync(`${bubblewrap}.new`, `#!/bin/bash\n${breaking}\n`, { mode: 0o755 })
    renameSync(`${bubblewrap}.new`, bubblewrap)
  }
  return { sandbox, touch, after: join(options.workspace, 'after') }
}

describe.runIf(hasBubblewrap)('a sandbox that stops working', () => {
  verifies(['security:C3'], 'runs nothing any more, and says so', async () => {
    const ways = [
      '',
      'echo "bwrap: No permissions to create new namespace" >&2; exit 1',
      'exit 0',
      'exec /no/such/file',
    ]
    for (const way of ways) {
      const { sandbox, touch, after } = await breakable(way)
      for (let round = 0; round < 3; round++) {
        await expect(touch('after'), way).rejects.toMatchObject({ code: 'SANDBOX_UNAVAILABLE' })
      }
      expect(existsSync(after), way).toBe(false)
      await sandbox.close()
      await expect(touch('after'), way).rejects.toMatchObject({ code: 'SANDBOX_UNAVAILABLE' })
    }
  })

  test('a command that says the same and fails is a command that failed', async () => {
    const { sandbox } = await breakable('')
    await sandbox.close()
    const options = optionsFor('required')
    const working = await openSandbox(options)
    const processes = sandboxedProcesses(openForTest(), working)
    const ran = await start(processes, {
      file: 'bash',
      args: ['-c', 'echo "bwrap: No permissions to create new namespace" >&2; exit 1'],
      cwd: options.workspace,
      env: commandEnvironment(process.env),
    })
    expect(await ran.end()).toEqual({ exitCode: 1, signal: null })
    expect(ran.output()).toBe('bwrap: No permissions to create new namespace\n')
    await working.close()
  })
})

const launcher = await landlockLauncher()

describe.runIf(launcher !== undefined && launcher.probe() !== 'unusable')('Landlock', () => {
  const open = async (options: SandboxOptions) => {
    const sandbox = await openSandboxWith({ ...nothing, landlock: async () => launcher }, options)
    return { sandbox, processes: sandboxedProcesses(openForTest(), sandbox) }
  }

  verifies(['security:C3', 'security:C4'], 'is the second rung, and says what it does not keep', async () => {
    const options = optionsFor('required')
    const { sandbox, processes } = await open(options)
    expect(sandbox).toMatchObject({ enforcement: 'partial', backend: 'landlock', network: 'open' })
    expect(sandbox.gaps.join(' ')).toMatch(/network.*processes.*secrets.*protected.*bubblewrap/s)
    expect(processes.hidesParent).toBe('partial')
    const other = freshFolder()
    const line = `echo x > ${other}/file; echo x > here; echo x > $TMPDIR/file && echo fine; exit 3`
    const ran = await start(processes, {
      file: 'bash',
      args: ['-c', line],
      cwd: options.workspace,
      env: commandEnvironment(process.env),
    })
    expect(await ran.end()).toEqual({ exitCode: 3, signal: null })
    expect(existsSync(join(other, 'file'))).toBe(false)
    expect(existsSync(join(options.workspace, 'here'))).toBe(true)
    expect(ran.output()).toMatch(/Permission denied\nfine\n$/)
    await sandbox.close()
  })

  verifies(['security:C3'], 'whose rules cannot be set runs nothing', async () => {
    const options = optionsFor('required')
    const { sandbox, processes } = await open(options)
    rmSync(options.workspace, { recursive: true })
    const cwd = freshFolder()
    const run = start(processes, {
      file: 'touch',
      args: [join(cwd, 'file')],
      cwd,
      env: commandEnvironment(process.env),
    })
    await expect(run).rejects.toMatchObject({
      code: 'SANDBOX_UNAVAILABLE',
      message: expect.stringContaining('landlock-run:'),
    })
    expect(existsSync(join(cwd, 'file'))).toBe(false)
    await sandbox.close()
  })
})
