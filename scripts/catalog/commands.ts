import type { Command } from 'commander'
import { slug } from 'github-slugger'
import { exitCode } from '../../packages/cli/src/exit-code.ts'
import type { Io } from '../../packages/cli/src/io.ts'
import { programOf } from '../../packages/cli/src/program/all-commands.ts'
import { addCompletion } from '../../packages/cli/src/program/completion-command.ts'
import { shownCommands } from '../../packages/cli/src/program/help-text.ts'
import { documentedMembers } from './documented-members.ts'
import type { Flaw, Section, Written } from './section.ts'
import { code, prose, table, verbatim } from './table.ts'

const page = 'reference/commands.md'

/** One command as its help shows it. */
interface ShownCommand {
  /** With the words before it: `millrace mcp add`. */
  readonly name: string
  readonly description: string
  readonly help: string
}

/** Every command with its help, and what exit statuses mean, from the program that the command line is parsed by. */
export function commands(root: string): Written {
  const shown = shownByHelp()
  const statuses = exitStatuses(root)
  const index = table(
    ['command', 'what it does'],
    shown.map(({ name, description }) => [`[${code(name)}](#${slug(name)})`, prose(description)]),
  )
  const entries = shown.map(
    ({ name, description, help }) => `### ${name}\n\n${prose(description)}\n\n${verbatim(help)}`,
  )
  return {
    sections: [
      { page, name: 'index', text: index },
      { page, name: 'commands', text: entries.join('\n\n') },
      statuses.section,
    ],
    flaws: [...shown.flatMap(undescribed), ...statuses.flaws],
  }
}

/** All commands that the help shows, the command itself first. */
export function shownByHelp(): ShownCommand[] {
  let written = ''
  const program = wholeProgram((text) => {
    written += text
  })
  return namedCommands(program, '').map(({ name, command }) => {
    written = ''
    command.outputHelp()
    return { name, description: command.description(), help: written.trimEnd() }
  })
}

function namedCommands(command: Command, before: string): { name: string; command: Command }[] {
  const name = `${before}${command.name()}`
  return [{ name, command }, ...shownCommands(command).flatMap((each) => namedCommands(each, `${name} `))]
}

function wholeProgram(write: (text: string) => void): Command {
  const around = { io: ioThatWrites(write), open: unused, openModel: unused, ended: unused }
  const program = programOf(around)
  addCompletion(program, around)
  return program
}

/** A process of 80 columns, without colours, whose environment and folder say nothing. */
function ioThatWrites(write: (text: string) => void): Io {
  return {
    stdin: (async function* () {})(),
    stdout: { write, columns: 80 },
    stderr: { write: () => {} },
    env: { NO_COLOR: '1' },
    cwd: '/',
    signal: new AbortController().signal,
  }
}

function unused(): never {
  throw new Error('a command is described here, and never runs')
}

function exitStatuses(root: string): { section: Section; flaws: readonly Flaw[] } {
  const { documents, flaws } = documentedMembers(root, 'packages/cli/src/exit-code.ts', 'exitCode')
  const rows = Object.entries(exitCode).map(([name, status]) => [
    String(status),
    prose(documents.get(name) ?? ''),
  ])
  return { section: { page, name: 'exit-status', text: table(['exit status', 'meaning'], rows) }, flaws }
}

function undescribed({ name, description }: ShownCommand): Flaw[] {
  const where = 'packages/cli/src/program'
  return description === '' ? [{ where, what: `describes "${name}" with no word: add a description` }] : []
}
