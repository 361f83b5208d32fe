import { join } from 'node:path'
import type { SettingsPlace } from '../config/settings-places.ts'

/** The file in which many clients look for the servers of a folder. */
export const mcpFileName = '.mcp.json'

/** Where it stands in a folder. @param folder - absolute and without links. */
export function mcpFilePlace(folder: string): SettingsPlace {
  const path = join(folder, mcpFileName)
  return { layer: 'project', path, label: mcpFileName, isOfFolder: true, isRequired: false }
}
