import type { Command } from 'commander'

export const seeHelp = 'see millrace --help'

/** Where the help of the command stands that a command line begins with. */
export function helpOf(program: Command, [name, part]: readonly string[]): string {
  const command = shownCommands(program).find((each) => each.name() === name)
  if (command === undefined) return seeHelp
  const within = command.commands.find((each) => each.name() === part)
  return ['see millrace help', command.name(), ...(within === undefined ? [] : [within.name()])].join(' ')
}

/** The examples below the help of a command. */
export function examples(...rows: readonly (readonly [command: string, what: string])[]): string {
  return `\nExamples:\n${rows.map(([command, what]) => `  ${command}\n      ${what}`).join('\n')}\n`
}

/** Adds the options that ask for machine output. */
export function withJson(command: Command, what: string): Command {
  const output = command.createOption('-o, --output <format>', 'the same as --json').choices(['json'])
  return command.option('--json', what).addOption(output)
}

/** The commands that the help shows. */
export function shownCommands(program: Command): readonly Command[] {
  return program.createHelp().visibleCommands(program)
}

export function commandNames(program: Command): string[] {
  return shownCommands(program).map((command) => command.name())
}
