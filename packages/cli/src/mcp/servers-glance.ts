import { readSettingsFile } from '../config/read-settings-file.ts'
import { SettingsError } from '../config/settings-error.ts'
import { membersOf } from '../members-of.ts'
import { mcpFilePlace } from './mcp-file-place.ts'

/** A file that may name servers. */
interface ReadFile {
  readonly place: { readonly label: string }
  readonly bytes: Uint8Array
}

/** Servers of one file, without what is said of them. */
export interface ServersGlance {
  readonly names: readonly string[]
  readonly label: string
}

/**
 * Which servers a folder has, without starting any, and without judging what is said of them.
 * @param folder - absolute and without links.
 * @param settings - the settings files of the folder.
 */
export async function serversGlance(
  folder: string,
  settings: readonly ReadFile[],
): Promise<readonly ServersGlance[]> {
  const shared = await sharedFile(folder)
  const found = await Promise.all(
    [...(shared === undefined ? [] : [shared]), ...settings].map(async ({ place, bytes }) => ({
      names: await namesIn(bytes),
      label: place.label,
    })),
  )
  return found.filter(({ names }) => names.length > 0)
}

async function sharedFile(folder: string): Promise<ReadFile | undefined> {
  const place = mcpFilePlace(folder)
  try {
    const bytes = await readSettingsFile(place)
    return bytes && { place, bytes }
  } catch (error) {
    // What is wrong with it is told where servers are wanted.
    if (error instanceof SettingsError) return undefined
    throw error
  }
}

async function namesIn(bytes: Uint8Array): Promise<readonly string[]> {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
  // Most files have none, and most of the others are plain JSON: the parser takes its time to load.
  if (!text.includes('"mcpServers"')) return []
  const servers = membersOf(membersOf(await valueOf(text))['mcpServers'])
  return Object.keys(servers)
}

async function valueOf(text: string): Promise<unknown> {
  try {
    return JSON.parse(text) as unknown
  } catch {
    const { parse } = await import('jsonc-parser')
    return parse(text) as unknown
  }
}
