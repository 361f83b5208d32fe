import type {
  CodeRuntime,
  GuestReply,
  MachineImage,
  MachineOutcome,
  MachineRequest,
  MachineRun,
} from '@millrace/code-mode'

/** What a scripted program can do. */
export interface ScriptedGuest {
  readonly request: MachineRequest
  /** Calls a tool by its name; the argument is taken as it is. */
  readonly call: (name: string, args?: unknown) => Promise<unknown>
  /** The same with the reply as it comes. */
  readonly reply: (name: string, args?: unknown) => Promise<GuestReply>
  readonly log: (entry: string) => void
}

/** A rejected call, inside a scripted program. */
export class ScriptedToolError extends Error {
  readonly id: number
  readonly code: string | undefined

  constructor(id: number, message: string, code: string | undefined) {
    super(message)
    this.id = id
    this.code = code
  }
}

/**
 * A runtime whose programs are functions of the test: what a bridge does can be watched without a machine. It has no sandbox
 * and no limits, and an abort ends a run at once.
 */
export function scriptedRuntime(
  script: (guest: ScriptedGuest) => Promise<unknown>,
  overrides: Partial<CodeRuntime> & {
    readonly capture?: (made: number, waiting: readonly number[]) => MachineImage
  } = {},
): CodeRuntime {
  const { capture, ...rest } = overrides
  return {
    language: 'typescript',
    isolation: 'scripted',
    boundary: 'none: the program is a function of a test',
    run: (request) => scriptedRun(request, script, capture),
    warm: async () => undefined,
    close: async () => undefined,
    ...rest,
  }
}

function scriptedRun(
  request: MachineRequest,
  script: (guest: ScriptedGuest) => Promise<unknown>,
  capture: ((made: number, waiting: readonly number[]) => MachineImage) | undefined,
): MachineRun {
  const waiting = new Set<number>()
  const head: string[] = []
  let made = 0
  const reply = async (name: string, args: unknown): Promise<[number, GuestReply]> => {
    const binding = request.bindings.indexOf(name)
    if (binding < 0) throw new Error(`no binding ${name}`)
    const id = (made += 1)
    waiting.add(id)
    const answer = await request.call({ id, binding, arguments: JSON.stringify(args) })
    waiting.delete(id)
    return [id, answer]
  }
  const guest: ScriptedGuest = {
    request,
    reply: async (name, args = {}) => (await reply(name, args))[1],
    call: async (name, args = {}) => {
      const [id, answer] = await reply(name, args)
      if (!answer.ok) throw new ScriptedToolError(id, answer.message, answer.code)
      return JSON.parse(answer.value)
    },
    log: (entry) => {
      head.push(entry)
      request.onConsole?.(entry)
    },
  }
  const ending = {
    usage: { cpuMs: 0, memoryBytes: 0 },
    console: { head, tail: [], omitted: { entries: 0, bytes: 0 } },
  }
  const run = async (): Promise<MachineOutcome> => {
    try {
      const value = await script(guest)
      const returned = value === undefined ? {} : { value: JSON.stringify(value) }
      return { ...ending, ok: true, ...returned, lossy: [], unawaited: [...waiting] }
    } catch (error) {
      const { message, name } = error as Error
      if (!(error instanceof ScriptedToolError))
        return { ...ending, ok: false, kind: 'exception', message, name }
      return { ...ending, ok: false, kind: 'tool_error', message, name, call: error.id }
    }
  }
  const cancelled = new Promise<MachineOutcome>((resolve) => {
    const end = (): void =>
      resolve({ ...ending, ok: false, kind: 'cancelled', message: 'the run was cancelled' })
    if (request.signal.aborted) end()
    else request.signal.addEventListener('abort', end, { once: true })
  })
  return {
    outcome: Promise.race([run(), cancelled]),
    capture: async () => capture?.(made, [...waiting]),
  }
}
