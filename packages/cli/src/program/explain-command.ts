import type { Command } from 'commander'
import { folderOf } from '../with-workspace.ts'
import { asksForJson, type JsonOptions, type Surroundings } from './command-options.ts'
import { examples, withJson } from './help-text.ts'

interface ExplainOptions extends JsonOptions {
  readonly session?: string
}

/** Adds `millrace explain`. */
export function addExplain(program: Command, { io }: Surroundings): void {
  withJson(program.command('explain'), 'print one JSON object')
    .description('Say why a recorded call ran or did not: each stage, who decided, by which rule, how long.')
    .argument('<call>', 'its number in the session, its id, or the first characters of that')
    .option('--session <id>', 'the first digits of its id (default: the newest of this folder)')
    .addHelpText(
      'after',
      examples(
        ['millrace explain 3', 'the third call of the newest session of this folder'],
        ['millrace explain call_7 --session 7f3a', 'a call by its id'],
        ['millrace explain 3 --json', 'for a script'],
      ),
    )
    .action(async (wanted: string, _options: ExplainOptions, command: Command) => {
      const options = command.optsWithGlobals<ExplainOptions>()
      const { explainCall } = await import('../explain/explain-call.ts')
      const { session = 'latest', cwd, color: colour } = options
      const request = { wanted, session, folder: folderOf(io, cwd), asJson: asksForJson(options), colour }
      await explainCall(request, io)
    })
}
