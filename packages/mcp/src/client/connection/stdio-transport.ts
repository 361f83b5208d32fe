import { StringDecoder } from 'node:string_decoder'
import type { Writable } from 'node:stream'
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/client'
import { messageOf } from '@millrace/protocol'
import { printJson, type JsonValue } from '@millrace/schema'
import type { CommandSpec, RunningProcess, Timers } from '@millrace/host'
import { McpError } from '../../contract/error.ts'
import { EndingTransport } from './ending-transport.ts'
import { connectionLimits } from './limits.ts'
import { Lines } from './lines.ts'
import { within } from './within.ts'

/** After its input has ended a server may end by itself for so long. */
const leaveMs = 400
/** After being asked to end it has so long until it is killed. */
const graceMs = 500
/** What it wrote last is read for so long. */
const lastOutputMs = 200

const byteOrderMark = '\u{feff}'

/** The id of an answer that begins, or ends, as the common writers of JSON have it. Ids of ours are numbers. */
const answeredAtFirst = /^\s*\{\s*"jsonrpc"\s*:\s*"2\.0"\s*,\s*"id"\s*:\s*(\d{1,15})\s*,\s*"(?:result|error)"/
const answeredAtLast = /,\s*"id"\s*:\s*(\d{1,15})\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/

/** What a program is started with, and who hears of it. */
export interface StdioSetting {
  readonly server: string
  readonly command: Pick<CommandSpec, 'file' | 'args' | 'cwd' | 'env'>
  readonly start: (spec: CommandSpec) => Promise<RunningProcess>
  readonly timers: Timers
  /** Gets what it writes to its standard error output. */
  readonly log: (text: string) => void
  readonly odd: (text: string) => void
}

/** Messages with a program, one on each line of its standard input and output. It ends with everything that it started. */
export class StdioTransport extends EndingTransport {
  ontoolong?: (id: RequestId) => void
  private readonly setting: StdioSetting
  private readonly lines: Lines
  private readonly errors = new StringDecoder('utf8')
  private starting: Promise<RunningProcess> | undefined
  private input: Writable | undefined

  constructor(setting: StdioSetting) {
    super()
    this.setting = setting
    const tooLong = (head: Buffer) => {
      setting.odd(`skipped: a line of more than ${connectionLimits.messageBytes} bytes`)
      this.skipped(answeredAtFirst.exec(head.toString('latin1'))?.[1])
    }
    const dropped = (tail: Buffer) => this.skipped(answeredAtLast.exec(tail.toString('latin1'))?.[1])
    this.lines = new Lines(connectionLimits.messageBytes, (line) => this.take(line), tooLong, dropped)
  }

  async start(): Promise<void> {
    this.starting = this.setting.start({
      ...this.setting.command,
      streams: 'separate',
      takeInput: (input) => {
        this.input = input
      },
      onOutput: (chunk, stream) => this.hear(chunk, stream),
    })
    const running = await this.starting
    // What ended meanwhile is taken down by whoever ended it.
    void running.exited.then(({ exitCode, signal }) => this.left(running, exitCode, signal))
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const { server } = this.setting
    const { input } = this
    if (this.isOver || input === undefined || input.destroyed)
      throw gone(server, this.endedBecause ?? 'its input is closed')
    if (input.writableLength > connectionLimits.waitingBytes) throw gone(server, 'it does not read its input')
    const text = `${printJson(message as unknown as JsonValue)}\n`
    await new Promise<void>((resolve, reject) => {
      input.write(text, (error) => {
        if (error === undefined || error === null) resolve()
        else reject(gone(server, `its input is closed: ${messageOf(error)}`))
      })
    })
  }

  private hear(chunk: Uint8Array, stream: 'stdout' | 'stderr'): void {
    if (stream === 'stdout') this.lines.push(chunk)
    else this.setting.log(this.errors.write(Buffer.from(chunk)))
  }

  private take(line: Buffer): void {
    if (this.isOver || line.length === 0) return
    const whole = line.toString('utf8')
    const text = whole.startsWith(byteOrderMark) ? whole.slice(1) : whole
    let message: unknown
    try {
      message = JSON.parse(text)
    } catch {
      return this.setting.odd(`skipped: a line that is no message: ${text.trimStart().slice(0, 200)}`)
    }
    this.exact.examine(text, message)
    // Whether it is a message is judged by the receiver.
    this.onmessage?.(message as JSONRPCMessage)
  }

  /** The answer to a request was too long: whoever waits for it is told, as there will be no other. */
  private skipped(id: string | undefined): void {
    if (id !== undefined) this.ontoolong?.(JSON.parse(id) as RequestId)
  }

  private async left(running: RunningProcess, exitCode: number | null, signal: string | null): Promise<void> {
    if (this.isOver) return
    await within(this.setting.timers, running.drained, lastOutputMs)
    const limit = running.exceededLimit
    const how = signal === null ? `ended with exit code ${exitCode}` : `was ended by ${signal}`
    this.ended(`its program ${how}${limit === undefined ? '' : `, as it used too much (${limit})`}`)
    await this.close()
  }

  protected async end(): Promise<void> {
    this.ended()
    const running = await this.starting?.catch(() => undefined)
    if (running === undefined) return
    this.input?.end()
    await within(this.setting.timers, running.exited, leaveMs)
    await running.stop({ graceMs })
  }
}

function gone(server: string, why: string): McpError {
  return new McpError('MCP_CONNECTION_LOST', server, `the MCP server ${server} was not reached: ${why}`)
}
