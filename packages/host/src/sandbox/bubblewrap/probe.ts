import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { homeOf } from '../../home.ts'
import { boundary, type View } from './boundary.ts'

const probeMs = 20_000

// What it did although it must not is printed; the last word shows that it came so far.
const attempts = `const fs = require('node:fs'), net = require('node:net')
const { outside, inside, pid, port, path } = JSON.parse(process.argv[1])
const broke = []
const attempt = (what, act) => { try { act(); broke.push(what) } catch {} }
attempt('wrote outside', () => fs.writeFileSync(outside, ''))
attempt('saw its parent', () => process.kill(pid, 0))
attempt('read its parent', () => fs.readFileSync('/proc/' + pid + '/environ'))
try { fs.writeFileSync(inside, '') } catch { broke.push('could not write inside') }
const reach = (what, place) => new Promise((done) => {
  const socket = net.connect(place).setTimeout(2000)
  socket.on('connect', () => { broke.push(what); socket.destroy() })
  socket.on('error', () => done()).on('timeout', () => socket.destroy()).on('close', done)
})
Promise.all([reach('reached the network', { host: '127.0.0.1', port }), reach('reached a socket', { path })])
  .then(() => process.stdout.write(JSON.stringify(broke) + '\\n'))`

/**
 * Runs a program in the sandbox that tries to get out: to write outside, to see this process, to reach a socket.
 * @returns why the sandbox cannot be relied on; undefined where it can.
 */
export async function probeBubblewrap(program: string): Promise<string | undefined> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'millrace-probe-')))
  // What lies beside the folder itself is another place inside.
  const outside = join(homeOf({}), `.${basename(folder)}`)
  const [tcp, local] = [createServer(), createServer()]
  try {
    const root = join(folder, 'root')
    mkdirSync(root)
    mkdirSync(join(folder, 'tmp'))
    const places = await listening(tcp, local, folder)
    const facts = { outside, inside: join(root, 'inside'), pid: process.pid, ...places }
    const view = viewOf(folder, root)
    const runs = [process.execPath, '--eval', attempts, JSON.stringify(facts)]
    const problem = await run(program, [...boundary(view, 'none'), '--chdir', root, '--', ...runs])
    if (problem !== undefined) return problem
    if (existsSync(outside)) return 'a program in it wrote outside'
    return existsSync(facts.inside) ? undefined : 'what a program in it wrote into its folder was not there'
  } finally {
    tcp.close()
    local.close()
    rmSync(folder, { recursive: true, force: true })
    rmSync(outside, { force: true })
  }
}

async function listening(
  tcp: Server,
  local: Server,
  folder: string,
): Promise<{ port: number; path: string }> {
  const path = join(folder, 'socket')
  const heard = Promise.all([once(tcp, 'listening'), once(local, 'listening')])
  tcp.listen(0, '127.0.0.1')
  local.listen(path)
  await heard
  return { port: (tcp.address() as AddressInfo).port, path }
}

const viewOf = (folder: string, root: string): View => ({
  roots: [root],
  temporary: join(folder, 'tmp'),
  hidden: { folders: [], files: [] },
  protected: { ways: [], present: [], missing: [] },
  sockets: [join(folder, 'socket')],
  replaced: new Map(),
})

function run(program: string, args: readonly string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(program, args, { env: {}, cwd: '/', timeout: probeMs }, (error, stdout, stderr) => {
      if (error !== null) {
        resolve(`${program} does not run programs: ${stderr.trim() || error.message}`)
        return
      }
      const broke = stdout.trim()
      resolve(broke === '[]' ? undefined : `a program in it got out: ${broke}`)
    })
  })
}
