import type { Io } from '../io.ts'
import { writeHints, writeWarning } from '../mistake.ts'
import type { LoadedSettings } from './load-settings.ts'

/** Tells a person what is wrong with settings, and what of them does not count; the command goes on. */
export function tellOfSettings(settings: LoadedSettings, io: Io): void {
  for (const { place, problem } of settings.problems) writeWarning(io, `${place}: ${problem}`)
  const { ignored, trust, files, above } = settings
  if (above !== undefined)
    writeWarning(
      io,
      `the settings of ${above} are not read, as calls work in this folder: they are with --cwd ${above}`,
    )
  if (ignored.length === 0) return
  const names = files.filter(({ counts }) => counts !== 'wholly').map(({ place }) => place.label)
  const why = trust.kind === 'changed' ? `not trusted any more (${trust.changes.join(', ')})` : 'not trusted'
  writeWarning(
    io,
    `this folder is ${why}, so of ${names.join(' and ')} these do not count: ${ignored.join(', ')}`,
  )
  writeHints(io, ['they are shown, and trusted, by: millrace trust'])
}
