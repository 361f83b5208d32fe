import type { Command } from 'commander'
import { folderOf } from '../with-workspace.ts'
import type { CommonOptions, Surroundings } from './command-options.ts'
import { examples } from './help-text.ts'

/** Adds `millrace tour`, and the part of it that runs in a process of its own. */
export function addTour(program: Command, { io, open, ended }: Surroundings): void {
  program
    .command('tour')
    .description('Watch programs call tools, be refused, be cut off, and go on after a crash. Needs no key.')
    .addHelpText(
      'after',
      `${examples(['millrace tour', 'a minute, in a scratch copy of a small project'])}
Exit status:
  0 all was as the tour says, 3 it was not, 130 interrupted
`,
    )
    .action(async (_options: CommonOptions, own: Command) => {
      const { color } = own.optsWithGlobals<CommonOptions>()
      const { playTour } = await import('../tour/play-tour.ts')
      ended(await playTour({ colour: color }, io, open))
    })
  program.command('tour-part', { hidden: true }).action(async (_options: CommonOptions, own: Command) => {
    const { cwd } = own.optsWithGlobals<CommonOptions>()
    const { tourPart } = await import('../tour/tour-part.ts')
    ended(await tourPart(folderOf(io, cwd), io, open))
  })
}
