import type { SessionRenderOptions } from '@millrace/cards'
import { homeOf } from '@millrace/host'
import type { Io } from '../io.ts'
import { cardOptions, wantsColour, type ColourChoice } from '../screen.ts'

/** How a session that belongs to a folder is drawn on the standard output. */
export async function sessionStyle(
  { expand, colour }: { readonly expand: boolean; readonly colour: ColourChoice },
  cwd: string,
  io: Io,
): Promise<SessionRenderOptions> {
  const isColoured = wantsColour(io.stdout, io.env, colour)
  const highlight = isColoured ? (await import('@millrace/cards/highlight')).highlighter() : undefined
  return {
    ...cardOptions(io, expand),
    colour: isColoured,
    cwd,
    home: homeOf(io.env),
    ...(highlight !== undefined && { highlight }),
  }
}
