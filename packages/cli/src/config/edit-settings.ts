import { dirname } from 'node:path'
import { realpath } from 'node:fs/promises'
import { ConfinedRoot, makeFolders } from '@millrace/host'
import type { Io } from '../io.ts'
import { sha256, trustOf, writeTrust } from '../trust/trust-record.ts'
import { findSettings, hashesOf } from './find-settings.ts'
import { isUntouched } from './rule-files.ts'
import { SettingsError } from './settings-error.ts'
import { localSettingsName, settingsPlaces, type SettingsPlace } from './settings-places.ts'

/** Whose settings are changed. */
export interface SettingsHome {
  /** Absolute and without links. */
  readonly folder: string
  readonly env: Io['env']
  /** The file of the machine; tests have their own. */
  readonly managed?: string | undefined
}

/** The new text of a settings file, from the old one; `undefined` leaves it alone. */
export type SettingsEdit = (text: string) => string | undefined

/**
 * Changes a settings file whole or not at all. The trust in a folder goes on over a change that the person made through
 * this command; a folder that was not trusted is trusted by it only where it had no settings before.
 * @param path - of one of the files that count in the folder.
 * @param edit - may be called with the text of a file that is not there: with nothing.
 * @param grants - whether it adds a permission, which has to count where it is put.
 * @returns whether the file changed.
 * @throws SettingsError `SETTINGS_NOT_TRUSTED` or `SETTINGS_NOT_SAVED`; nothing was changed then.
 */
export async function editSettings(
  path: string,
  home: SettingsHome,
  edit: SettingsEdit,
  grants: boolean,
): Promise<boolean> {
  const place = settingsPlaces(home.folder, home.env, home.managed).find((each) => each.path === path)
  if (place === undefined || place.layer === 'managed' || place.layer === 'env')
    throw new SettingsError('SETTINGS_NOT_SAVED', `"${path}" is no settings file that this command writes`)
  try {
    return await (place.isOfFolder ? editOfFolder(place, home, edit, grants) : editOwn(place, edit))
  } catch (error) {
    if (error instanceof SettingsError) throw error
    const why = error instanceof Error ? error.message : String(error)
    throw new SettingsError('SETTINGS_NOT_SAVED', `${place.label} cannot be changed: ${why}`, [], {
      cause: error,
    })
  }
}

async function editOwn(place: SettingsPlace, edit: SettingsEdit): Promise<boolean> {
  await makeFolders(dirname(place.path), 0o700)
  // Many people keep such files elsewhere and link to them.
  const path = await realpath(place.path).catch(() => place.path)
  const root = await ConfinedRoot.open(dirname(path))
  try {
    const { changed } = await root.change(path, async (before) => bytesOf(edit(await textOf(before))))
    return changed
  } finally {
    await root.close()
  }
}

async function editOfFolder(
  place: SettingsPlace,
  home: SettingsHome,
  edit: SettingsEdit,
  grants: boolean,
): Promise<boolean> {
  const found = await findSettings(home.folder, home.env, home.managed)
  const goesOn = found.trust.kind === 'trusted' || (grants && isUntouched(found))
  if (grants && !goesOn) throw notTrusted(place)
  const hashes = new Map(hashesOf(found.files))
  const before = hashes.get(place.label)
  const root = await ConfinedRoot.open(home.folder)
  try {
    let after: string | undefined
    if (place.layer === 'local' && (grants || before === undefined)) await keepOutOfGit(root)
    const { changed } = await root.change(
      place.path,
      async (file) => {
        const text = await textOf(file)
        // What was judged must be what is built on.
        if ((file === undefined ? undefined : sha256(text)) !== before) throw movedOn(place)
        const edited = edit(text)
        after = edited === undefined ? undefined : sha256(edited)
        return bytesOf(edited)
      },
      { createFolders: true },
    )
    if (!changed || after === undefined || !goesOn) return changed
    hashes.set(place.label, after)
    const since = (await trustOf(home.folder, home.env))?.at ?? Date.now()
    await writeTrust({ folder: home.folder, at: since, files: hashes }, home.env)
    return true
  } finally {
    await root.close()
  }
}

/** The local settings are of one person, so whoever shares the folder by Git leaves them out. */
async function keepOutOfGit(root: ConfinedRoot): Promise<void> {
  const [folder = '', name = ''] = localSettingsName.split('/')
  const ignore = Buffer.from(`/${name}\n`)
  await root.change(`${folder}/.gitignore`, (before) => (before === undefined ? ignore : undefined), {
    createFolders: true,
  })
}

/** The text as it was hashed: a byte order mark stays. */
async function textOf(before: { read(): Promise<Uint8Array> } | undefined): Promise<string> {
  if (before === undefined) return ''
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await before.read())
}

function bytesOf(text: string | undefined): Uint8Array | undefined {
  return text === undefined ? undefined : Buffer.from(text)
}

function notTrusted({ label }: SettingsPlace): SettingsError {
  return new SettingsError(
    'SETTINGS_NOT_TRUSTED',
    `a rule in ${label} would not count, as this folder is not trusted`,
    ['its settings are shown, and trusted, by: millrace trust'],
  )
}

function movedOn({ label }: SettingsPlace): SettingsError {
  return new SettingsError(
    'SETTINGS_NOT_SAVED',
    `${label} was changed in this moment by somebody else; try again`,
  )
}
