import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { lstat, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { StringDecoder } from 'node:string_decoder'
import { isOwnPrivate, makeFolders, type Clock } from '@millrace/host'
import { escapeVisible, messageOf, type RedactedStream, type SecretRedactor } from '@millrace/protocol'
import type { Io } from '../io.ts'
import { folderName } from '../workspace-sessions.ts'
import { stateFolder } from '../state-folder.ts'
import { isServerName } from './read-entries.ts'

/** Bytes of a log before it takes the place of the one before, so that a server has two of them at most. */
const mostBytes = 1024 * 1024
/** UTF-16 units that may wait to be written; of more, only the count is kept. */
const mostWaiting = 256 * 1024
/** UTF-16 units of a line that are kept until its end comes; what is longer is several lines. */
const mostBegun = 8 * 1024

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
  const path = join(serverLogFolder(root, env), `${logName(name)}.log`)
  return [path, `${path}.1`]
}

/** The name of a server as that of a file. An editor may call its servers anything, and no two may share a log. */
function logName(name: string): string {
  if (isServerName(name)) return name
  const digest = createHash('sha256').update(name).digest('hex')
  return `${name.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, 40)}.${digest.slice(0, 32)}`
}

/** What servers write to their standard error output, in a private file for each. */
export interface ServerLogs {
  /** The next piece of what a server writes; the beginning of a line waits for its end. */
  write(server: string, text: string): void
  /** Waits until all is written, lines without an end as well. */
  close(): Promise<void>
}

/** What the logs of servers need. */
export interface ServerLogsOptions {
  readonly root: string
  readonly env: Io['env']
  readonly clock: Clock
  /** Takes secrets out. */
  readonly redactor: Pick<SecretRedactor, 'text' | 'stream'>
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
      await Promise.all([...logs.values()].map((log) => log.close()))
    },
  }
}

class ServerLog {
  /** The beginning of a line whose end has not come. */
  private begun = ''
  private waiting = ''
  private left = 0
  private isBroken = false
  private writing: Promise<void> = Promise.resolve()
  private isWriting = false
  private secrets: RedactedStream

  private readonly decoder = new StringDecoder('utf8')
  private readonly server: string
  private readonly options: ServerLogsOptions

  constructor(server: string, options: ServerLogsOptions) {
    this.server = server
    this.options = options
    this.secrets = options.redactor.stream()
  }

  write(text: string): void {
    if (this.isBroken) return
    const known = this.begun + this.decoder.write(Buffer.from(this.secrets.push(Buffer.from(text))))
    const end = known.lastIndexOf('\n') + 1
    const settled = known.length - end > mostBegun ? known.length : end
    this.begun = known.slice(settled)
    this.add(known.slice(0, settled))
  }

  async close(): Promise<void> {
    const rest = this.begun + this.decoder.end(Buffer.from(this.secrets.end()))
    this.begun = ''
    this.secrets = this.options.redactor.stream()
    if (!this.isBroken) this.add(rest)
    await this.writing
  }

  private add(text: string): void {
    if (text === '') return
    if (this.waiting.length + text.length > mostWaiting) this.left += text.length
    else this.waiting += this.linesOf(text)
    if (this.isWriting) return
    this.isWriting = true
    this.writing = this.writing.then(() => this.flush())
  }

  private linesOf(text: string): string {
    const at = new Date(this.options.clock.now()).toISOString()
    // Secrets that were learned since the stream began are not known to it.
    const lines = this.options.redactor
      .text(text)
      .replace(/\r?\n$/, '')
      .split(/\r?\n/)
    return lines.map((line) => `${at} ${escapeVisible(line)}\n`).join('')
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
