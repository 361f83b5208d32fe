import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative, sep } from 'node:path'
import { WorkbenchError } from '../http/workbench-error.ts'
import type { PageContents } from './page-files.ts'

/**
 * Reads the page as it was built into the package.
 * @throws WorkbenchError `WEB_PAGE_MISSING` where it was not.
 */
export async function builtPage(): Promise<PageContents> {
  const manifest = createRequire(import.meta.url).resolve('@millrace/web/package.json')
  const folder = join(dirname(manifest), 'dist')
  const contents = new Map<string, Uint8Array>()
  for (const path of await filesIn(folder)) {
    const name = relative(folder, path).split(sep).join('/')
    contents.set(name === 'index.html' ? '/' : `/${name}`, await readFile(path))
  }
  if (contents.has('/')) return contents
  throw new WorkbenchError(
    'WEB_PAGE_MISSING',
    `the page of the workbench is not in ${JSON.stringify(folder)}: it was not built; run "npm run build", or install the package again`,
  )
}

async function filesIn(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
