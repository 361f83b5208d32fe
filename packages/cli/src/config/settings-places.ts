import { isAbsolute, join, sep } from 'node:path'
import { homeOf } from '@millrace/host/home'
import type { Io } from '../io.ts'
import { SettingsError } from './settings-error.ts'

/** What a settings file is called in the folders that have one, apart from a folder's local one. */
export const settingsName = 'millrace.jsonc'

/** A folder's settings that are not shared. */
export const localSettingsName = '.millrace/local.jsonc'

/** From where settings files come, from the weakest to the strongest. */
export type SettingsFileLayer = 'managed' | 'user' | 'project' | 'local' | 'env'

/** Where a settings file stands, whether or not there is one. */
export interface SettingsPlace {
  readonly layer: SettingsFileLayer
  /** Absolute. */
  readonly path: string
  /** As people are shown it, and as rules say where they stand. */
  readonly label: string
  /** Whether it belongs to the folder and may have come with it, from anybody: it grants nothing until that is trusted. */
  readonly isOfFolder: boolean
  /** Whether there has to be one. */
  readonly isRequired: boolean
}

/** The file that whoever looks after the machine writes, and nobody else. */
export const managedSettings: string =
  process.platform === 'win32' ? 'C:\\ProgramData\\millrace\\millrace.jsonc' : '/etc/millrace/millrace.jsonc'

/** Where the person's own settings stand: `$XDG_CONFIG_HOME/millrace`, or `~/.config/millrace`. */
export function userSettings(env: Io['env']): string {
  const named = env['XDG_CONFIG_HOME'] ?? ''
  // As the XDG rules say: a relative path counts as none.
  const folder = isAbsolute(named) ? named : join(homeOf(env), '.config')
  return join(folder, 'millrace', settingsName)
}

/**
 * The places of settings files that count in a folder, from the weakest to the strongest.
 * @param folder - absolute and without links.
 * @param managed - the file of the machine.
 * @throws SettingsError `SETTINGS_INVALID` where `MILLRACE_CONFIG` is no absolute path.
 */
export function settingsPlaces(
  folder: string,
  env: Io['env'],
  managed: string = managedSettings,
): readonly SettingsPlace[] {
  const user = userSettings(env)
  const project = join(folder, settingsName)
  const named = namedByEnvironment(env)
  return [
    place('managed', managed, managed),
    place('user', user, shortened(user, homeOf(env))),
    // A person who works on the own settings is no stranger to them.
    ...(project === user ? [] : [{ ...place('project', project, settingsName), isOfFolder: true }]),
    {
      ...place('local', join(folder, ...localSettingsName.split('/')), localSettingsName),
      isOfFolder: true,
    },
    ...(named === undefined ? [] : [{ ...place('env', named, named), isRequired: true }]),
  ]
}

function place(layer: SettingsFileLayer, path: string, label: string): SettingsPlace {
  return { layer, path, label, isOfFolder: false, isRequired: false }
}

function namedByEnvironment(env: Io['env']): string | undefined {
  const named = env['MILLRACE_CONFIG'] ?? ''
  if (named === '') return undefined
  if (isAbsolute(named)) return named
  throw new SettingsError('SETTINGS_INVALID', `MILLRACE_CONFIG names "${named}", which is no absolute path`, [
    'for example: MILLRACE_CONFIG="$PWD/ci.jsonc"',
  ])
}

/** A path with the home folder as `~`. */
export function shortened(path: string, home: string): string {
  return path === home || path.startsWith(home + sep) ? `~${path.slice(home.length)}` : path
}
