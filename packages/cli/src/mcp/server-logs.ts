import { constants } from 'node:fs'
import { lstat, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { isOwnPrivate, makeFolders, type Clock } from '@millrace/host'
import { escapeVisible, messageOf } from '@millrace/protocol'
import type { Io } from '../io.ts'
import { folderName } from '../workspace-sessions.ts'
import { stateFolder } from '../state-folder.ts'

/** Bytes of a log before it takes the place of the one before, so that a server has two of them at most. */
const mostBytes = 1024 * 1024
/** UTF-16 units that may wait to be written; of more, only the count is kept. */
const mostWaiting = 256 * 1024

/** Where the logs of a folder's servers are. @param root - the folder, absolute and without links. */
export function serverLogFolder(root: string, env: Io['env']): string {
  return join(stateFolder(env), 'mcp', 'logs', folderName(root))
}

/** The log of a server, and the one before it. */
export function serverLogFiles(
  root: string,
  name: string,
  env: Io['env'],
): readonly [now: string, before: string] {
  const path = join(serverLogFolder(root, env), `${name}.log`)
  return [path, `${path}.1`]
}

/** What servers write to their standard error output, in a private file for each. */
export interface ServerLogs {
  write(server: string, text: string): void
  /** Waits until all is written. */
  close(): Promise<void>
}

/** What the logs of servers need. */
export interface ServerLogsOptions {
  readonly root: string
  readonly env: Io['env']
  readonly clock: Clock
  /** Takes secrets out. */
  readonly redact: (text: string) => string
  /** Told once of a log that cannot be written. */
  readonly warn: (message: string) => void
}

/** Opens the logs; nothing is made before something is to be written. */
export function serverLogs(options: ServerLogsOptions): ServerLogs {
  const logs = new Map<string, ServerLog>()
  return {
    write(server, text) {
      const known = logs.get(server)
      const log = known ?? new ServerLog(server, options)
      if (known === undefined) logs.set(server, log)
      log.write(text)
    },
    async close() {
      await Promise.all([...logs.values()].map((log) => log.written()))
    },
  }
}

class ServerLog {
  private waiting = ''
  private left = 0
  private isBroken = false
  private writing: Promise<void> = Promise.resolve()
  private isWriting = false

  private readonly server: string
  private readonly options: ServerLogsOptions

  constructor(server: string, options: ServerLogsOptions) {
    this.server = server
    this.options = options
  }

  write(text: string): void {
    if (this.isBroken) return
    if (this.waiting.length + text.length > mostWaiting) this.left += text.length
    else this.waiting += this.linesOf(text)
    if (this.isWriting) return
    this.isWriting = true
    this.writing = this.writing.then(() => this.flush())
  }

  private linesOf(text: string): string {
    const at = new Date(this.options.clock.now()).toISOString()
    const lines = this.options
      .redact(text)
      .replace(/\r?\n$/, '')
      .split(/\r?\n/)
    return lines.map((line) => `${at} ${escapeVisible(line)}\n`).join('')
  }

  async written(): Promise<void> {
    await this.writing
  }

  private async flush(): Promise<void> {
    try {
      while (this.waiting !== '' || this.left > 0) {
        const note = this.left > 0 ? `${this.left} characters came too fast and were left out\n` : ''
        const text = this.waiting + note
        this.waiting = ''
        this.left = 0
        await this.append(text)
      }
    } catch (error) {
      this.isBroken = true
      this.options.warn(`the log of the MCP server ${this.server} cannot be written: ${messageOf(error)}`)
    } finally {
      this.isWriting = false
    }
  }

  private async append(text: string): Promise<void> {
    const [path, before] = serverLogFiles(this.options.root, this.server, this.options.env)
    await makeFolders(serverLogFolder(this.options.root, this.options.env), 0o700)
    const found = await lstat(path).catch(unlessMissing)
    if (found !== undefined && found.size + text.length > mostBytes)
      await rename(path, before).catch(unlessMissing)
    const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW, O_NONBLOCK } = constants
    const file = await open(path, O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW | O_NONBLOCK, 0o600)
    try {
      const facts = await file.stat()
      if (!facts.isFile() || !isOwnPrivate(facts))
        throw new Error(`${path} is no file that only you can write to`)
      await file.writeFile(text)
    } finally {
      await file.close()
    }
  }
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
