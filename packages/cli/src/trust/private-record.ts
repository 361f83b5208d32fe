import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { lstat, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * The JSON value of a file that only this user could have written. Anything else counts as none: nobody is trusted by
 * accident.
 * @param mostBytes - of the file; a larger one counts as none.
 */
export async function readPrivateRecord(path: string, mostBytes: number): Promise<unknown> {
  try {
    const folder = await lstat(dirname(path))
    if (!folder.isDirectory() || !isOwn(folder)) return undefined
    return JSON.parse(await textIn(path, mostBytes)) as unknown
  } catch {
    return undefined
  }
}

/** Writes a value in the place of the one before: whole or not at all, and readable by nobody else. */
export async function writePrivateRecord(path: string, value: object): Promise<void> {
  const { makeFolders } = await import('@millrace/host')
  await makeFolders(dirname(path), 0o700)
  const fresh = `${path}.${randomUUID()}`
  try {
    const file = await open(fresh, 'wx', 0o600)
    try {
      await file.writeFile(`${JSON.stringify(value, undefined, 2)}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(fresh, path)
  } catch (error) {
    await rm(fresh, { force: true })
    throw error
  }
}

async function textIn(path: string, mostBytes: number): Promise<string> {
  const { O_RDONLY, O_NONBLOCK, O_NOFOLLOW } = constants
  const file = await open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW)
  try {
    const facts = await file.stat()
    if (!facts.isFile() || facts.size > mostBytes || !isOwn(facts)) throw new Error('no record')
    return await file.readFile('utf8')
  } finally {
    await file.close()
  }
}

/** Whether nobody else could have written it. */
function isOwn({ uid, mode }: { readonly uid: number; readonly mode: number }): boolean {
  const user = process.getuid?.()
  return user === undefined || (uid === user && (mode & 0o022) === 0)
}
