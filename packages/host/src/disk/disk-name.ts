import { join } from 'node:path'
import { DiskError } from './disk-error.ts'

/** What may not stand in a name: separators of any system, and what is not seen. */
// oxlint-disable-next-line no-control-regex
const forbidden = /[/\\\u0000-\u001f\u007f-\u009f]/

const longestName = 255

/** Whether a text is the name of one thing in a folder, and nothing more. */
export function isDiskName(name: string): boolean {
  if (name === '' || name === '.' || name === '..') return false
  return name.isWellFormed() && !forbidden.test(name) && Buffer.byteLength(name) <= longestName
}

/**
 * The path of something in a folder.
 *
 * @throws DiskError `DISK_UNSAFE` where the name is no plain one.
 */
export function pathIn(folder: string, name: string): string {
  if (isDiskName(name)) return join(folder, name)
  const asked = JSON.stringify(name.length > 80 ? `${name.slice(0, 80)}…` : name)
  throw new DiskError(
    'DISK_UNSAFE',
    folder,
    `can hold nothing named ${asked}; a name has 1 to ${longestName} bytes, no separators and no control characters`,
  )
}
