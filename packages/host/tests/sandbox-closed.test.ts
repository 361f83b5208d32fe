import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { openClosedSandbox, openProcesses, sandboxedProcesses, type Processes } from '../src/index.ts'
import { start, until } from './commands.ts'
import { freshFolder, hasBubblewrap } from './sandbox.ts'

async function closed(readable: readonly string[]): Promise<Processes> {
  const sandbox = await openClosedSandbox({ mode: 'required', readable, env: process.env })
  const processes = sandboxedProcesses(openProcesses(), sandbox)
  onTestFinished(async () => {
    await processes.close()
    await sandbox.close()
  })
  return processes
}

const attempts = `const fs = require('node:fs'), net = require('node:net'), os = require('node:os')
const { hidden, port, pid } = JSON.parse(process.argv[1])
const reached = []
const attempt = (what, act) => { try { act(); reached.push(what) } catch {} }
for (const path of ['/x', '/tmp/x', '/dev/x', '/dev/shm/x', '/usr/x', '/home/x', __dirname + '/x', '/var/tmp/x'])
  attempt('wrote ' + path, () => fs.writeFileSync(path, ''))
for (const path of ['/etc/passwd', hidden, '/proc/1/environ', '/root', '/home', '/var', '/run', '/sys'])
  attempt('read ' + path, () => fs.statSync(path).isDirectory() ? fs.readdirSync(path) : fs.readFileSync(path))
attempt('saw its parent', () => process.kill(pid, 0))
if (Object.keys(os.networkInterfaces()).some((name) => name !== 'lo')) reached.push('network')
const socket = net.connect({ host: '127.0.0.1', port })
socket.on('connect', () => { reached.push('socket'); socket.destroy() }).on('error', () => {})
socket.on('close', () => console.log(JSON.stringify([reached, Object.keys(process.env)])))`

test.runIf(hasBubblewrap)(
  'a closed sandbox has no network, nothing to write to and nothing to read',
  async () => {
    const folder = freshFolder()
    writeFileSync(join(folder, 'hidden'), 'secret')
    writeFileSync(join(freshFolder(), 'other'), '')
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const facts = {
      hidden: join(folder, 'hidden'),
      port: (server.address() as AddressInfo).port,
      pid: process.pid,
    }
    const processes = await closed([])
    expect(processes.containment).toBe('namespace')
    const ran = await start(processes, {
      file: process.execPath,
      args: ['--eval', attempts, JSON.stringify(facts)],
      cwd: '/',
      env: {},
    })
    expect(await ran.end()).toEqual({ exitCode: 0, signal: null })
    const [reached, env] = JSON.parse(ran.output()) as [string[], string[]]
    expect(reached).toEqual([])
    expect(env.filter((name) => name !== 'MILLRACE_TREE' && name !== 'PWD')).toEqual([])
  },
)

test.runIf(hasBubblewrap)(
  'it shows what is named, takes input, and keeps no other folder to run in',
  async () => {
    const folder = freshFolder()
    writeFileSync(join(folder, 'shown'), 'seen')
    const processes = await closed([folder])
    let input: Writable | undefined
    const ran = await start(processes, {
      file: '/bin/sh',
      args: ['-c', 'read -r name; cat "$name"'],
      cwd: folder,
      env: {},
      takeInput: (pipe) => (input = pipe),
    })
    input?.write('shown\n')
    await until(() => ran.output() === 'seen', 'the file was read')
    await ran.end()
    const elsewhere = start(processes, { file: '/bin/sh', cwd: freshFolder(), env: {} })
    await expect(elsewhere).rejects.toMatchObject({ code: 'PROCESS_CWD_MISSING' })
  },
)

test('where it cannot be had it is refused or said', async () => {
  const none = { PATH: '/nonexistent' }
  const required = openClosedSandbox({ mode: 'required', readable: [], env: none })
  await expect(required).rejects.toMatchObject({ code: 'SANDBOX_UNAVAILABLE' })
  const sandbox = await openClosedSandbox({ mode: 'auto', readable: [], env: none })
  expect([sandbox.enforcement, sandbox.gaps.length]).toEqual(['none', 1])
  const invalid = openClosedSandbox({ mode: 'auto', readable: ['relative'], env: none })
  await expect(invalid).rejects.toMatchObject({ code: 'SANDBOX_INVALID' })
})
