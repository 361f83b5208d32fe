import { realpath } from 'node:fs/promises'
import type { Io } from '../io.ts'
import { serversGlance, type ServersGlance } from '../mcp/servers-glance.ts'
import { trustOf } from '../trust/trust-record.ts'
import { trustState } from '../trust/trust-state.ts'
import { hashesOf } from './find-settings.ts'
import { readSettingsFile } from './read-settings-file.ts'
import { settingsAbove } from './settings-above.ts'
import { SettingsError } from './settings-error.ts'
import { settingsPlaces, type SettingsPlace } from './settings-places.ts'

/** What can be said of a folder's settings without reading what they say. */
export interface SettingsGlance {
  /** `none (defaults)`, or the files that count. */
  readonly words: string
  readonly isTrusted: boolean
  /** Whether anything but the defaults counts. */
  readonly isAny: boolean
  /** Servers that the folder has, by the files that name them. */
  readonly servers: readonly ServersGlance[]
}

/**
 * Looks which settings there are, and whether a folder is trusted. The parser is not loaded for that, as it would multiply
 * the time of the overview; what is wrong inside of a file is told by the commands that use it.
 */
export async function settingsGlance(folder: string, env: Io['env']): Promise<SettingsGlance> {
  const real = await realpath(folder)
  const [found, unusable] = await filesOf(real, env)
  const own = found.filter(({ place }) => place.isOfFolder)
  const trust = trustState(await trustOf(real, env), hashesOf(found))
  const isTrusted = trust.kind === 'trusted'
  const words = [
    ...found.map(({ place }) =>
      place.isOfFolder && !isTrusted ? `${place.label} (not trusted)` : place.label,
    ),
    ...unusable.map((label) => `${label} (cannot be used)`),
    ...choosing.flatMap((name) => (env[name] ? [`${name}=${env[name]}`] : [])),
  ]
  const above = await settingsAbove(real)
  const unread = above === undefined ? '' : `; those of ${above} are not read, but with --cwd ${above}`
  const hint = own.length > 0 && !isTrusted ? '; what that would grant is shown by: millrace trust' : ''
  return {
    words: (words.length === 0 ? 'none (defaults)' : words.join(', ')) + hint + unread,
    isTrusted,
    isAny: words.length > 0,
    servers: await serversGlance(real, found),
  }
}

/** Variables that choose what a settings file may choose, too. */
const choosing = ['MILLRACE_PERMISSION', 'MILLRACE_SANDBOX'] as const

interface ReadFile {
  readonly place: SettingsPlace
  readonly bytes: Uint8Array
}

async function filesOf(folder: string, env: Io['env']): Promise<[found: ReadFile[], unusable: string[]]> {
  const found: ReadFile[] = []
  const unusable: string[] = []
  for (const place of placesOrNone(folder, env, unusable)) {
    try {
      const bytes = await readSettingsFile(place)
      if (bytes !== undefined) found.push({ place, bytes })
    } catch (error) {
      if (!(error instanceof SettingsError)) throw error
      unusable.push(place.label)
    }
  }
  return [found, unusable]
}

function placesOrNone(folder: string, env: Io['env'], unusable: string[]): readonly SettingsPlace[] {
  try {
    return settingsPlaces(folder, env)
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    unusable.push('MILLRACE_CONFIG')
    return settingsPlaces(folder, { ...env, MILLRACE_CONFIG: undefined })
  }
}
