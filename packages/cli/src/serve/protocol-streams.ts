import { Readable, Writable } from 'node:stream'
import type { Io, Output } from '../io.ts'
import { writeHints } from '../mistake.ts'

/** The two streams of a protocol, which has them alone. */
export interface ProtocolStreams {
  readonly input: Readable
  readonly output: Writable
  /** Lets others write to the standard output again. */
  release(): void
}

type Write = (text: string | Uint8Array, ...rest: unknown[]) => unknown

/**
 * Takes the standard streams for a protocol. Whatever else in this process writes to the standard output, such as
 * `console.log` of a tool, goes to the standard error output from then on. A person at a terminal is told what they wait for.
 * @param printing - the command that prints how a client is told to start this one.
 */
export function protocolStreams(io: Io, printing: string): ProtocolStreams {
  if (io.stdin.isTTY === true)
    writeHints(io, [
      'this waits for messages of a client, which starts it by itself; Ctrl+C ends it',
      `what to paste for a client is printed by: ${printing}`,
    ])
  const stdout = io.stdout as Output & { write: Write }
  // oxlint-disable-next-line typescript/unbound-method -- called on its own object below
  const { write } = stdout
  stdout.write = (text, ...rest) => (io.stderr.write as Write)(text, ...rest)
  const output = stdout instanceof Writable ? toStream(stdout, write) : toOutput(stdout, write)
  // Whoever reads it has had enough: the connection ends, and so the command.
  output.on('error', () => {})
  return {
    input: io.stdin instanceof Readable ? io.stdin : Readable.from(bytesOf(io.stdin), { objectMode: false }),
    output,
    release: () => {
      stdout.write = write
    },
  }
}

/** Fails with the stream, and is full when it is. */
function toStream(stdout: Writable, write: Write): Writable {
  return new Writable({
    decodeStrings: false,
    write: (chunk: string, _encoding, done) => void write.call(stdout, chunk, done),
  })
}

function toOutput(stdout: Output, write: Write): Writable {
  return new Writable({
    decodeStrings: false,
    write: (chunk: string | Uint8Array, _encoding, done) => {
      write.call(stdout, typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString())
      done()
    },
  })
}

async function* bytesOf(input: Io['stdin']): AsyncGenerator<Uint8Array> {
  for await (const chunk of input) yield Buffer.from(chunk)
}
