import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const script = fileURLToPath(new URL('../../../../scripts/build-page.mjs', import.meta.url))

let building: Promise<void> | undefined

/** Builds the page unless it is built of the sources as they are. */
export function buildPage(): Promise<void> {
  building ??= promisify(execFile)(process.execPath, [script]).then(() => {})
  return building
}
