import { isHarmlessAssignment } from './assignments.ts'
import { parseCommand } from './lexer/commands.ts'
import type { Command, List, Pipeline, Redirection, Simple, Subshell, Word } from './lexer/syntax.ts'
import { Unsure } from './lexer/unsure.ts'
import { eitherOf, pathOf, placesAfter, type Places } from './places.ts'
import type { Inner } from './programs/finding.ts'
import { mayBeOption } from './programs/arguments.ts'
import { readProgram } from './programs/read-program.ts'
import type { CommandPart, CommandReading, NamedPath } from './reading.ts'

/**
 * How many parts a command may have, how many words all of them together, how many names all of their paths and any one
 * of them, and how deeply programs may stand in others.
 */
const most = { parts: 400, words: 1000, names: 2500, depth: 200, nesting: 6 }

/**
 * What a command of `bash -c` runs, part by part. Fails closed: whatever is not certain makes it `unsure`, or is the
 * `doubt` of a part. Never throws, and takes time that grows with the length of the command alone.
 *
 * @param cwd - the folder in which it starts, seen from the workspace (`''` is the workspace), or absolute.
 */
export function readCommand(command: string, cwd: string): CommandReading {
  try {
    const reader = new CommandReader()
    const list = parseCommand(command)
    reader.list(list, { source: command, via: [], nesting: 0, isWrapped: false }, [cwd === '.' ? '' : cwd])
    if (reader.parts.length === 0) return { kind: 'unsure', reason: 'it runs no program' }
    return { kind: 'parts', parts: reader.parts }
  } catch (error) {
    if (error instanceof Unsure) return { kind: 'unsure', reason: error.message, at: error.at }
    throw error
  }
}

/** The text in which words stand, and what runs it. */
interface Setting {
  readonly source: string
  readonly via: readonly string[]
  readonly nesting: number
  /** Another program runs the words, not a shell. */
  readonly isWrapped: boolean
}

/** Where the shell is after a command, by how that ended; no place at all where it never comes back. */
interface After {
  readonly success: Places
  readonly failure: Places
}

class CommandReader {
  readonly parts: CommandPart[] = []
  /** A program that was run by another may have changed the folder of the shell. */
  private moved = false
  private words = 0
  private names = 0

  list(list: List, setting: Setting, start: Places): Places {
    let success = start
    let failure: Places = []
    for (const pipeline of list) {
      const before = startOf(pipeline, success, failure)
      const ended = this.pipeline(pipeline.commands, setting, before)
      const after = pipeline.negated ? { success: ended.failure, failure: ended.success } : ended
      if (pipeline.joint === 'and') failure = eitherOf(failure, after.failure)
      else failure = after.failure
      if (pipeline.joint === 'or') success = eitherOf(success, after.success)
      else success = after.success
    }
    return eitherOf(success, failure)
  }

  private pipeline(commands: readonly Command[], setting: Setting, places: Places): After {
    const [only] = commands
    if (commands.length === 1 && only) return this.command(only, setting, places)
    // Each runs in a shell of its own, unless bash was told otherwise.
    let moved = false
    for (const command of commands) {
      const after = this.command(command, setting, places)
      moved ||= after.success !== places || after.failure !== places
    }
    return moved ? { success: undefined, failure: undefined } : { success: places, failure: places }
  }

  private command(command: Command, setting: Setting, places: Places): After {
    return command.kind === 'simple'
      ? this.simple(command, setting, places)
      : this.subshell(command, setting, places)
  }

  private subshell({ list, redirections }: Subshell, setting: Setting, places: Places): After {
    this.list(list, setting, places)
    for (const redirection of redirections) {
      if ('target' in redirection)
        throw new Unsure('a redirection of several commands', redirection.target.at)
      if (redirection.kind === 'data') this.outputs(redirection.lists, setting, places)
    }
    return { success: places, failure: places }
  }

  private simple(command: Simple, setting: Setting, places: Places): After {
    const { assignments, words, redirections } = command
    for (const word of [...assignments, ...words]) this.outputs(word.lists, setting, places)
    for (const redirection of redirections) {
      if (redirection.kind === 'data') this.outputs(redirection.lists, setting, places)
    }
    const [program] = words
    if (program === undefined) {
      this.assignmentsAlone(command)
      return { success: places, failure: places }
    }
    this.riskyAssignments(command, setting)
    const text = setting.source.slice(command.at, command.end)
    this.moved = false
    this.program(words, text, setting, places, redirections)
    if (this.moved) return { success: undefined, failure: undefined }
    return afterProgram(program, words, places)
  }

  /** Variables of the shell itself last, so only those that nothing looks at are certain. */
  private assignmentsAlone({ assignments, redirections, at }: Simple): void {
    if (redirections.length > 0) throw new Unsure('a redirection without a program', at)
    for (const word of assignments) {
      if (!/^[a-z]+[0-9]*\+?=/.test(word.text) || !isHarmlessAssignment(word)) {
        throw new Unsure(`what "${word.text}" changes`, word.at)
      }
    }
  }

  /** A part of its own, so that no rule about the program alone allows it together with such a variable. */
  private riskyAssignments({ assignments, words, at, end }: Simple, setting: Setting): void {
    const risky = assignments.find((word) => !isHarmlessAssignment(word))
    if (!risky) return
    this.add({
      text: setting.source.slice(at, end),
      argv: [...assignments, ...words].map((word) => word.text),
      via: setting.via,
      paths: [],
      hosts: [],
      doubt: `what "${risky.text}" changes is not known`,
      ...([...assignments, ...words].some(isOpen) && { unseen: true }),
    })
  }

  private outputs(lists: readonly List[] | undefined, setting: Setting, places: Places): void {
    for (const list of lists ?? []) this.list(list, setting, places)
  }

  private program(
    words: readonly Word[],
    text: string,
    setting: Setting,
    places: Places,
    redirections: readonly Redirection[] = [],
  ): void {
    const [program, ...rest] = words
    if (program === undefined) return
    this.words += words.length + redirections.length
    if (this.words > most.words) {
      throw new Unsure(`more than ${most.words} words, too many to judge`, program.at)
    }
    const finding = readProgram(program, rest, places)
    for (const redirection of redirections) {
      if ('target' in redirection) finding.touchesPath(pathOf(redirection.target), redirection.kind)
    }
    this.count(finding.paths, program)
    this.add({
      text,
      argv: argvOf(words, program),
      via: setting.via,
      paths: finding.paths,
      hosts: finding.hosts,
      ...(finding.doubt !== undefined && { doubt: finding.doubt }),
      ...((finding.unseen || (finding.doubt !== undefined && words.some(isOpen))) && { unseen: true }),
    })
    for (const inner of finding.inner) this.inner(inner, program, setting)
    this.moved ||= moves.has(program.text) && (setting.isWrapped || program.text !== 'cd')
  }

  /** Each name may be a link that has to be followed. */
  private count(paths: readonly NamedPath[], { at }: Word): void {
    for (const { path } of paths) {
      const names = path.split('/').length
      this.names += names
      if (names > most.depth)
        throw new Unsure(`a path of more than ${most.depth} names, too many to judge`, at)
    }
    if (this.names > most.names) {
      throw new Unsure(`paths of more than ${most.names} names, too many to judge`, at)
    }
  }

  private inner(inner: Inner, program: Word, setting: Setting): void {
    if (setting.nesting >= most.nesting) throw new Unsure('programs that run programs too deeply', program.at)
    const via = [...setting.via, program.text]
    const nested = { ...setting, via, nesting: setting.nesting + 1, isWrapped: inner.kind === 'program' }
    if (inner.kind === 'script') {
      this.list(parseScript(inner), { ...nested, source: inner.text }, inner.places)
      return
    }
    this.program(inner.words, textOf(inner.words, setting.source), nested, inner.places)
  }

  private add(part: CommandPart): void {
    if (this.parts.length >= most.parts) throw new Unsure(`more than ${most.parts} programs`, 0)
    this.parts.push(part)
  }
}

/** Whether what the program gets for the word is not known before it runs. */
function isOpen(word: Word): boolean {
  return word.unknown !== undefined || mayBeOption(word)
}

/** A script that stands in a word of the command; what is not certain in it is shown there. */
function parseScript({ text, at }: Inner & { kind: 'script' }): List {
  try {
    return parseCommand(text)
  } catch (error) {
    throw error instanceof Unsure ? new Unsure(error.message, at) : error
  }
}

/** Where a pipeline starts, if it runs at all. */
function startOf({ joint }: Pipeline, success: Places, failure: Places): Places {
  if (joint === 'and') return success
  return joint === 'or' ? failure : eitherOf(success, failure)
}

const moves = new Set(['cd', 'pushd', 'popd', 'source', '.', 'eval', 'trap', 'shopt', 'alias'])

function afterProgram(program: Word, words: readonly Word[], places: Places): After {
  const [, first, second] = words
  if (program.text === 'cd') {
    return { success: second === undefined ? placesAfter(places, first) : undefined, failure: places }
  }
  // With more words than one, `exit` only complains.
  const ends =
    program.text === 'exit' && second === undefined && first?.splits !== true && first?.pattern === undefined
  return ends ? { success: [], failure: [] } : { success: places, failure: places }
}

function textOf(words: readonly Word[], source: string): string {
  const real = words.filter((word) => word.end > 0)
  return source.slice(real[0]?.at, real.at(-1)?.end)
}

/** The words that the command has; where it has none of them, as in `xargs env`, what stands for the program. */
function argvOf(words: readonly Word[], program: Word): string[] {
  const written = words.filter((word) => word.end > 0).map((word) => word.text)
  return written.length > 0 ? written : [program.text]
}
