import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { built, root } from './places.ts'
import { sourcePages } from './source-page.ts'

/** Adds a page to the built site for each of these files of the checkout. */
export async function writeSources(paths: readonly string[]): Promise<void> {
  const style = readdirSync(join(built, 'assets')).find((name) => /^style\..+\.css$/.test(name))
  if (style === undefined) throw new Error('VitePress built no style sheet in site/dist/assets')
  const render = await sourcePages(`/assets/${style}`)
  for (const path of paths) {
    const page = join(built, 'source', `${path}.html`)
    mkdirSync(dirname(page), { recursive: true })
    writeFileSync(page, render(path, readFileSync(join(root, path), 'utf8')))
  }
}
