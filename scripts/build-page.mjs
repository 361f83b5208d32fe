// Builds the page of the workbench, unless it is newer than everything that it is made of.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
const web = join(root, 'packages/web')
const page = join(web, 'dist/index.html')

/** What the page is made of. */
const sources = [
  fileURLToPath(import.meta.url),
  join(root, 'package-lock.json'),
  join(web, 'vite.config.ts'),
  ...filesIn(join(web, 'ui')),
  ...['web', 'cards', 'protocol', 'schema'].flatMap((name) => filesIn(join(root, 'packages', name, 'src'))),
].filter((file) => !/\.test\.tsx?$/.test(file))

const isFresh = existsSync(page) && sources.every((file) => statSync(file).mtimeMs < statSync(page).mtimeMs)
if (!isFresh) await build({ configFile: join(web, 'vite.config.ts'), logLevel: 'warn' })

/** @param {string} folder */
function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}
