import { lstat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { localSettingsName, settingsName } from './settings-places.ts'

/**
 * The nearest folder above, of the same Git repository, that has settings. They are not read, as calls work in exactly
 * one folder and rules are seen from there; whoever relies on them should know.
 * @param folder - absolute and without links.
 */
export async function settingsAbove(folder: string): Promise<string | undefined> {
  if (await isThere(join(folder, '.git'))) return undefined
  let found: string | undefined
  for (let at = dirname(folder); ; at = dirname(at)) {
    found ??= (await hasSettings(at)) ? at : undefined
    if (await isThere(join(at, '.git'))) return found
    if (at === dirname(at)) return undefined
  }
}

async function hasSettings(folder: string): Promise<boolean> {
  return (await isThere(join(folder, settingsName))) || isThere(join(folder, ...localSettingsName.split('/')))
}

async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path)
    return true
  } catch {
    return false
  }
}
