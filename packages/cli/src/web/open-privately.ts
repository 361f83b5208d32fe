import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Io } from '../io.ts'
import { openBrowser } from '../mcp/login-browser.ts'
import { stateFolder } from '../state-folder.ts'

/**
 * Opens an address that holds a secret in the person's browser. Every user of a machine sees the words that programs are started
 * with, so the browser is given a file that only this user can read, and that leads there.
 * @param address - of this machine; of letters that mean nothing in markup.
 * @returns what removes the file; `undefined` where no browser could be asked.
 */
export async function openPrivately(address: string, io: Io): Promise<(() => Promise<void>) | undefined> {
  if (!/^[\w:/#=&.-]+$/.test(address)) throw new TypeError('the address has letters that need escaping')
  const state = stateFolder(io.env)
  await mkdir(state, { recursive: true, mode: 0o700 })
  // Of this user alone, whatever the folder around it permits.
  const folder = await mkdtemp(join(state, 'open-'))
  const forget = (): Promise<void> => rm(folder, { recursive: true, force: true })
  try {
    const file = join(folder, 'millrace.html')
    await writeFile(file, leadingTo(address), { mode: 0o600, flag: 'wx' })
    if (await openBrowser(pathToFileURL(file).href, io)) return forget
  } catch (error) {
    await forget()
    throw error
  }
  await forget()
  return undefined
}

function leadingTo(address: string): string {
  const escaped = address.replaceAll('&', '&amp;')
  return [
    '<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>millrace</title>',
    `<meta http-equiv="refresh" content="0; url=${escaped}"><a href="${escaped}">millrace</a>\n`,
  ].join('')
}
