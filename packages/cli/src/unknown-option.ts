import type { Command } from 'commander'
import { optionsOf } from './asked-for-help.ts'
import type { Io } from './io.ts'
import { folderNamedIn, ownWords } from './own-words.ts'
import { folderOf, withWorkspace, type OpenWorkspace } from './with-workspace.ts'

/** What other programs call the option that says yes. */
const yes = new Set(['-y', '--yes', '-f', '--force', '--yolo', '--no-confirm', '--auto-approve'])

/** What was meant by an option of a call that the command does not know: a flag of another name, or an argument. */
export async function optionHints(
  option: string,
  argv: readonly string[],
  program: Command,
  io: Io,
  open: OpenWorkspace,
): Promise<string[]> {
  const [group, part] = ownWords(argv, optionsOf(program)).words
  if (group === 'mcp' && part === 'add')
    return ['a program and its arguments stand behind "--": millrace mcp add NAME -- COMMAND ARGUMENT …']
  if (yes.has(option)) return ['--approve-all answers yes to every question']
  const { words, options } = ownWords(argv, optionsOf(program))
  const [command, name, ...rest] = words
  if (command !== 'call' || name === undefined || name.startsWith('-')) return []
  const { propertiesOf } = await import('./call/typed-value.ts')
  const { mendedWords } = await import('./call/mended-words.ts')
  const { kindOf } = await import('./tools/kind.ts')
  return withWorkspace(open, io, folderOf(io, folderNamedIn(options)), async ({ tools, agent }) => {
    const tool = tools.get(name, agent)
    if (tool === undefined) return []
    const isArgument = propertiesOf(tool.parameters).has(option.replace(/^-+/, ''))
    if (!isArgument && kindOf(tool) !== 'execute') return []
    return [`for example: ${['millrace call', name, ...mendedWords(rest, tool), ...options].join(' ')}`]
  })
}
