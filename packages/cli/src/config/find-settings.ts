import { realpath } from 'node:fs/promises'
import type { Io } from '../io.ts'
import { sha256, trustOf } from '../trust/trust-record.ts'
import { trustState } from '../trust/trust-state.ts'
import type { FoundSettings, SettingsFile } from './loaded-settings.ts'
import { readSettingsFile } from './read-settings-file.ts'
import { settingsAbove } from './settings-above.ts'
import { SettingsError } from './settings-error.ts'
import { settingsPlaces, type SettingsPlace } from './settings-places.ts'

type ReadFile = Omit<SettingsFile, 'counts'>

/**
 * The settings files that count in a folder, read and judged. Nothing of the folder runs for that.
 * @param managed - the file of the machine; tests have their own.
 * @throws SettingsError where one of them cannot be used, with all that is wrong; system errors of the folder itself.
 */
export async function findSettings(folder: string, env: Io['env'], managed?: string): Promise<FoundSettings> {
  const real = await realpath(folder)
  const read: ReadFile[] = []
  const errors: SettingsError[] = []
  for (const place of settingsPlaces(real, env, managed)) {
    try {
      const found = await fileAt(place)
      if (found !== undefined) read.push(found)
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error
      errors.push(error)
    }
  }
  if (errors.length > 0) throw joined(errors)
  const trust = trustState(await trustOf(real, env), hashesOf(read))
  const counts = (place: SettingsPlace): SettingsFile['counts'] =>
    place.isOfFolder && trust.kind !== 'trusted' ? 'only where it tightens' : 'wholly'
  const above = await settingsAbove(real)
  return {
    folder: real,
    trust,
    files: read.map((file) => ({ ...file, counts: counts(file.place) })),
    ...(above !== undefined && { above }),
  }
}

/** The SHA-256 of each settings file of a folder, by its name in the folder. */
export function hashesOf(files: readonly Pick<ReadFile, 'place' | 'bytes'>[]): ReadonlyMap<string, string> {
  const own = files.filter(({ place }) => place.isOfFolder)
  return new Map(own.map(({ place, bytes }) => [place.label, sha256(bytes)]))
}

async function fileAt(place: SettingsPlace): Promise<ReadFile | undefined> {
  const bytes = await readSettingsFile(place)
  if (bytes === undefined) return undefined
  // Most folders have none, and the parser takes its time to load.
  const [{ settingsText }, { fileSettings }] = await Promise.all([
    import('./settings-text.ts'),
    import('./read-settings.ts'),
  ])
  return { place, bytes, settings: fileSettings(settingsText(bytes, place.label)) }
}

function joined(errors: readonly SettingsError[]): SettingsError {
  const [first] = errors
  if (first !== undefined && errors.length === 1) return first
  const hints = new Set(errors.flatMap((error) => error.hints))
  return new SettingsError('SETTINGS_UNREADABLE', errors.map(({ message }) => message).join('\n'), [...hints])
}
