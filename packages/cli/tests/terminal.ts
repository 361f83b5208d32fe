import type { Io, Keyboard } from '../src/io.ts'

/** A process around the command that a test owns. */
export interface Terminal extends Io {
  readonly out: () => string
  readonly err: () => string
}

/** What a test may set of it; nothing of the real process shines through. */
export interface TerminalOptions {
  readonly cwd?: string
  readonly env?: Io['env']
  readonly stdin?: readonly (string | Uint8Array)[]
  /** A person types the standard input. */
  readonly typesInput?: boolean
  readonly signal?: AbortSignal
  readonly isTTY?: boolean
  readonly columns?: number
  readonly rows?: number
  /** Somebody sits there. */
  readonly keyboard?: Keyboard
  /** Told of all that stands on the standard error output, whenever something is added. */
  readonly watch?: (err: string) => void
}

/** A terminal that collects what is written to it. */
export function terminal(options: TerminalOptions = {}): Terminal {
  const written = { out: '', err: '' }
  const { isTTY, columns = 100, rows, keyboard, watch } = options
  const output = (name: 'out' | 'err'): Io['stdout'] => ({
    write: (text) => {
      written[name] += text
      if (name === 'err') watch?.(written.err)
    },
    isTTY,
    columns,
    rows,
  })
  return {
    stdin: Object.assign(chunks(options.stdin ?? []), { isTTY: options.typesInput }),
    stdout: output('out'),
    stderr: output('err'),
    env: options.env ?? {},
    cwd: options.cwd ?? '/',
    signal: options.signal ?? new AbortController().signal,
    openKeyboard: keyboard && (() => keyboard),
    out: () => written.out,
    err: () => written.err,
  }
}

async function* chunks(parts: readonly (string | Uint8Array)[]): AsyncGenerator<string | Uint8Array> {
  yield* parts
}
