import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SpillStore, type SpillOptions } from '@millrace/host'
import { onTestFinished } from 'vitest'

/** A store in a folder of its own, which is removed when the test ends. */
export interface TestStore {
  readonly store: SpillStore
  /** What the files hold, as text, by their paths. */
  readonly files: () => Readonly<Record<string, string>>
}

/** Opens such a store. */
export async function openStore(options: Partial<SpillOptions> = {}): Promise<TestStore> {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-policies-spill-'))
  const limits = { maxFileBytes: 64 * 1024 * 1024, maxTotalBytes: 256 * 1024 * 1024 }
  const store = await SpillStore.open({ folder, ...limits, ...options })
  onTestFinished(async () => {
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    store,
    files: () => {
      const paths = readdirSync(store.folder).map((name) => join(store.folder, name))
      return Object.fromEntries(paths.map((path) => [path, readFileSync(path, 'utf8')]))
    },
  }
}

/** The only file of a store; a failed test where there are more, or none. */
export function onlyFile({ files }: TestStore): { readonly path: string; readonly content: string } {
  const [first, ...more] = Object.entries(files())
  if (first === undefined || more.length > 0) throw new Error(`expected one file, not ${more.length + 1}`)
  return { path: first[0], content: first[1] }
}
