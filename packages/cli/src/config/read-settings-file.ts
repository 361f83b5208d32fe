import { constants } from 'node:fs'
import { lstat, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { SettingsError } from './settings-error.ts'
import type { SettingsPlace } from './settings-places.ts'

/** More than this is no settings file that somebody wrote. */
const mostBytes = 1024 * 1024

/**
 * The bytes of a settings file; `undefined` where there is none.
 *
 * Only a regular file is read, and no pipe waited for. One of the folder must lie there itself: a link could make the
 * folder speak with the words of another place.
 *
 * @throws SettingsError `SETTINGS_UNREADABLE` where something else stands there, or it may not be read.
 */
export async function readSettingsFile(place: SettingsPlace): Promise<Uint8Array | undefined> {
  try {
    if (place.isOfFolder && place.layer === 'local') await refuseLinkedFolder(place)
    const bytes = await bytesOf(place)
    if (bytes !== undefined || !place.isRequired) return bytes
  } catch (error) {
    if (error instanceof SettingsError) throw error
    const { code } = error as NodeJS.ErrnoException
    // The system's word for a link where none is followed.
    const problem =
      code === 'ELOOP' && place.isOfFolder ? isLink : `cannot be read (${code ?? String(error)})`
    throw unreadable(place, problem, error)
  }
  throw unreadable(place, 'does not exist, though MILLRACE_CONFIG names it')
}

const isLink = 'is a link, and settings of a folder must be files of it: replace it by the file itself'

async function refuseLinkedFolder(place: SettingsPlace): Promise<void> {
  const folder = dirname(place.path)
  const found = await lstat(folder).catch(unlessMissing)
  if (found?.isSymbolicLink() === true) throw unreadable(place, `lies in ${folder}, which ${isLink}`)
}

async function bytesOf(place: SettingsPlace): Promise<Uint8Array | undefined> {
  // Flags that a system does not have are missing among them, and count as nothing.
  const { O_RDONLY, O_NONBLOCK, O_NOFOLLOW } = constants
  const flags = O_RDONLY | O_NONBLOCK | (place.isOfFolder ? O_NOFOLLOW : 0)
  const file = await open(place.path, flags).catch(unlessMissing)
  if (file === undefined) return undefined
  try {
    const facts = await file.stat()
    // While a command runs in the sandbox, an empty folder keeps the place of a file that is not there.
    if (facts.isDirectory()) return undefined
    if (!facts.isFile()) throw unreadable(place, 'is no regular file')
    const bytes = Buffer.alloc(mostBytes + 1)
    let size = 0
    for (let read = -1; read !== 0 && size <= mostBytes; size += read) {
      ;({ bytesRead: read } = await file.read(bytes, size, bytes.length - size))
    }
    if (size > mostBytes) throw unreadable(place, 'is larger than 1 MiB')
    return bytes.subarray(0, size)
  } finally {
    await file.close()
  }
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
}

function unreadable({ label }: SettingsPlace, problem: string, cause?: unknown): SettingsError {
  return new SettingsError(
    'SETTINGS_UNREADABLE',
    `${label} ${problem}`,
    ['nothing runs meanwhile, as it may hold rules'],
    { cause },
  )
}
