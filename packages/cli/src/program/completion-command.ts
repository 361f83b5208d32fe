import type { Command } from 'commander'
import type { CommonOptions, Surroundings } from './command-options.ts'
import { examples } from './help-text.ts'

const shells = ['bash', 'zsh', 'fish', 'powershell'] as const

/** A shell that words can be completed in. */
export type Shell = (typeof shells)[number]

/** Adds `millrace completion`, and what the scripts of it ask for. */
export function addCompletion(program: Command, around: Surroundings): void {
  const { io } = around
  program
    .command('completion')
    .description('Print what makes a shell complete commands, options, tools and their arguments.')
    .addArgument(program.createArgument('<shell>', 'the shell that it is for').choices(shells))
    .addHelpText(
      'after',
      examples(
        ['source <(millrace completion bash)', 'for this bash; from ~/.bashrc for all'],
        ['source <(millrace completion zsh)', 'for this zsh; from ~/.zshrc for all'],
        ['millrace completion fish > ~/.config/fish/completions/millrace.fish', 'for fish'],
      ),
    )
    .action(async (shell: Shell) => {
      const { completionScript } = await import('../completion/completion-script.ts')
      io.stdout.write(await completionScript(shell))
    })
  program
    .command('complete', { hidden: true })
    .argument('[words...]')
    .allowUnknownOption()
    .action(async (words: readonly string[], _options: CommonOptions) => {
      const { completions } = await import('../completion/completions.ts')
      io.stdout.write(await completions(words, around))
    })
}
