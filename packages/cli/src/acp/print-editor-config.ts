import { exitCode } from '../exit-code.ts'
import type { Io } from '../io.ts'
import { ownLaunch } from '../own-launch.ts'
import { editorSnippets } from './editor-config.ts'

/** Prints what to paste into the settings of each editor. @returns the exit status. */
export function printEditorConfig({ stdout }: Pick<Io, 'stdout'>): number {
  const snippets = editorSnippets(ownLaunch('acp'))
  stdout.write(snippets.map(({ editor, place, text }) => `# ${editor}: ${place}\n${text}\n`).join('\n'))
  return exitCode.ok
}
