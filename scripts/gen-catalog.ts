// Writes the generated sections of the pages, or says how they differ: npm run gen-catalog, npm run verify-catalog.
import { fileURLToPath } from 'node:url'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { upToDate } from './catalog/up-to-date.ts'
import { writers } from './catalog/writers.ts'

const own = fileURLToPath(new URL('..', import.meta.url))

/** Answers the exit code: 0 where every page is as it should be. `--root` names another checkout than this one. */
export async function main(words: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...words],
    options: { verify: { type: 'boolean', default: false }, root: { type: 'string', default: own } },
  })
  const flaws = await upToDate({ root: resolve(values.root), writers, verify: values.verify })
  // Two sections may be written from the same event.
  for (const line of new Set(flaws.map(({ where, what }) => `${where} ${what}`))) console.error(line)
  return flaws.length === 0 ? 0 : 1
}
