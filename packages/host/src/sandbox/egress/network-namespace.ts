import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readlinkSync } from 'node:fs'
import { Server } from 'node:net'
import type { SandboxPrograms } from '../sandbox-programs.ts'

const openingMs = 15_000

// Runs once inside the new network: listens there, hands the socket out, and is not needed any more.
const listening = `const { createServer } = require('node:net')
const server = createServer().listen(0, '127.0.0.1', () => process.send(process.pid, server))`

/**
 * A network of its own for the commands of one sandbox, with nothing in it but the loopback device, on which one port is
 * answered by this process. It lasts as long as it is held open here; no process has to stay in it.
 */
export class NetworkNamespace {
  /** The server of the port. */
  readonly server: Server
  /** The port on 127.0.0.1, in that network. */
  readonly port: number
  /** What to put before a program and its arguments so that it runs in that network. */
  readonly joining: readonly string[]
  private readonly descriptors: readonly number[]

  private constructor(server: Server, nsenter: string, descriptors: readonly [kind: string, fd: number][]) {
    const address = server.address()
    this.server = server
    this.port = typeof address === 'object' && address !== null ? address.port : 0
    this.descriptors = descriptors.map(([, fd]) => fd)
    const held = descriptors.map(([kind, fd]) => `--${kind}=/proc/${process.pid}/fd/${fd}`)
    this.joining = [nsenter, '--preserve-credentials', ...held, '--']
  }

  /** Makes one. Undefined where this machine does not let programs be put into a network that is there already. */
  static async open({ bubblewrap, nsenter }: SandboxPrograms): Promise<NetworkNamespace | undefined> {
    if (bubblewrap === undefined || nsenter === undefined) return undefined
    const args = ['--unshare-user-try', '--unshare-net', '--die-with-parent', '--ro-bind', '/', '/']
    const child = spawn(bubblewrap, [...args, process.execPath, '--eval', listening], {
      env: {},
      cwd: '/',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    try {
      const handed = await firstMessage(child)
      if (handed === undefined) return undefined
      const opened = new NetworkNamespace(handed.server, nsenter, hold(handed.pid))
      handed.server.unref()
      if (await opened.lets(bubblewrap)) return opened
      opened.close()
      return undefined
    } finally {
      child.kill('SIGKILL')
    }
  }

  /** Lets it go; it ends with the last program that runs in it. */
  close(): void {
    this.server.close()
    for (const fd of this.descriptors) closeSync(fd)
  }

  /** Whether a program can really be put into it. */
  private lets(program: string): Promise<boolean> {
    const [nsenter = '', ...args] = this.joining
    return new Promise((resolve) => {
      execFile(nsenter, [...args, program, '--version'], { env: {}, timeout: openingMs }, (error) => {
        resolve(error === null)
      })
    })
  }
}

async function firstMessage(child: ChildProcess): Promise<{ pid: number; server: Server } | undefined> {
  const patience = AbortSignal.timeout(openingMs)
  const gone = new AbortController()
  const end = (): void => gone.abort()
  child.once('error', end).once('exit', end)
  try {
    const [pid, server]: unknown[] = await Promise.race([
      once(child, 'message', { signal: gone.signal }),
      once(child, 'message', { signal: patience }),
    ])
    return typeof pid === 'number' && server instanceof Server ? { pid, server } : undefined
  } catch {
    // It could not be started, or ended before it had anything to say.
    return undefined
  } finally {
    child.off('exit', end)
  }
}

/** Holds the network of a process, and the users that it belongs to where these are not the own ones. */
function hold(pid: number): [kind: string, fd: number][] {
  const users = `/proc/${pid}/ns/user`
  const isOwn = readlinkSync(users) === readlinkSync('/proc/self/ns/user')
  const net: [string, number] = ['net', openSync(`/proc/${pid}/ns/net`, 'r')]
  return isOwn ? [net] : [['user', openSync(users, 'r')], net]
}
