import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Every file of an installed package, those of packages inside it left out. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesIn(path)
    return [path]
  })
}
