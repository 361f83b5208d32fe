import { shown } from '@millrace/protocol'
import { transportName, type ToolDefinition } from '@millrace/tools'
import { readCommand } from '../command/read-command.ts'
import type { CommandReading, Within } from '../command/reading.ts'
import { isVisibleGlob } from '../command/programs/searches.ts'
import { quoteWord } from '../rules/parse-words.ts'

/** A path as a call names it. */
export interface TouchedPath {
  readonly path: string
  readonly access: 'read' | 'write'
}

/** What a call touches, as far as anybody can tell before it runs. */
export interface Touched {
  readonly tool: string
  /** Whether a tool of this name is there. */
  readonly isKnown: boolean
  readonly hasEffects: boolean
  readonly paths: readonly TouchedPath[]
  readonly hosts: readonly string[]
  /** One reading for each program that it starts, of a shell for its whole command. */
  readonly commands: readonly CommandReading[]
  /** Of the folders that it searches, whether it reads names that begin with a dot, too. */
  readonly searches?: Within
  /** The tool does say what its calls touch, but of this one nothing, as where its arguments are wrong. */
  readonly isUntold?: boolean
  /** Why it cannot be told; such a call is denied. */
  readonly fault?: string
}

const none: readonly never[] = Object.freeze([])

/** What a call with these arguments touches, by what its tool says; whatever that says wrong is a fault. */
export function touchedBy(definition: ToolDefinition | undefined, tool: string, args: unknown): Touched {
  const isKnown = definition !== undefined
  const hasEffects = changesSomething(definition)
  if (definition?.touches === undefined) {
    return { tool, isKnown, hasEffects, paths: none, hosts: none, commands: none }
  }
  try {
    const said: unknown = definition.touches(args)
    const paths = listOf(said, 'paths').map(pathOf)
    const hosts = listOf(said, 'hosts').map(textOf)
    const argvs = listOf(said, 'argv').map(vectorOf)
    // The folder that programs start in is the one that a tool with programs reads.
    const folder = paths.find(({ access }) => access === 'read')?.path ?? '.'
    const commands = argvs.map((argv) => readVector(argv, folder))
    const isUntold = paths.length + hosts.length + commands.length === 0
    const called = { tool, isKnown, hasEffects, paths, hosts, commands, isUntold }
    return tool === 'grep' ? withIncluded(called, args) : called
  } catch (error) {
    const problem = error instanceof Error ? error.message : 'it threw something that is no error'
    const fault = `tool "${shown(tool)}" failed to say what it touches: ${shown(problem)}`
    return { tool, isKnown, hasEffects, paths: none, hosts: none, commands: none, fault }
  }
}

/** Whether calls of a tool may change something by themselves. A program's own calls are judged one by one. */
export function changesSomething(definition: ToolDefinition | undefined): boolean {
  return definition?.effects !== 'none' && definition?.name !== transportName
}

/** A search leaves hidden names out, unless it is told by a glob to read them; a plain name is as good as a path. */
function withIncluded(call: Touched, args: unknown): Touched {
  const { include } = (args ?? {}) as { include?: unknown }
  if (typeof include !== 'string' || include.startsWith('!')) return { ...call, searches: 'visible' }
  if (/[*?[\]{}\\]/.test(include)) {
    return { ...call, searches: isVisibleGlob(include) ? 'visible' : 'all' }
  }
  const named = call.paths.map(({ path }) => ({ path: `${path}/${include}`, access: 'read' as const }))
  return { ...call, searches: 'visible', paths: [...call.paths, ...named] }
}

function vectorOf(said: unknown): string[] {
  if (!Array.isArray(said)) throw new TypeError('an argument vector is no array')
  return said.map(textOf)
}

function listOf(said: unknown, key: string): readonly unknown[] {
  if (typeof said !== 'object' || said === null) throw new TypeError('it did not answer with an object')
  const list = (said as Record<string, unknown>)[key] ?? none
  if (!Array.isArray(list)) throw new TypeError(`"${key}" is no array`)
  return list
}

function pathOf(said: unknown): TouchedPath {
  const { path, access } = (said ?? {}) as Record<string, unknown>
  if (typeof path !== 'string') throw new TypeError('a path is not text')
  if (access !== 'read' && access !== 'write')
    throw new TypeError('a path is neither for "read" nor for "write"')
  return { path, access }
}

function textOf(said: unknown): string {
  if (typeof said !== 'string') throw new TypeError('something in it is not text')
  return said
}

/** A shell's command is read as the shell does, every other vector as if it stood in one. */
function readVector(argv: readonly string[], folder: string): CommandReading {
  const [program = '', flag, command] = argv
  const isShell = argv.length === 3 && flag === '-c' && /^(?:\/(?:usr\/)?bin\/)?(?:ba)?sh$/.test(program)
  return readCommand(isShell && command !== undefined ? command : argv.map(quoteWord).join(' '), folder)
}
