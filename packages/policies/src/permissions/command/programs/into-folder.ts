import { isProtected, protectedEntries } from '@millrace/host'
import { matchesPieces } from '../../rules/wildcard.ts'
import type { Word } from '../lexer/syntax.ts'
import { pathOf } from '../places.ts'
import type { Finding } from './finding.ts'

/** Options whose value is the folder that all operands go into. */
export const intoOptions: ReadonlySet<string> = new Set(['-t', '--target-directory'])

const ontoOptions = ['-T', '--no-target-directory']
const recursive = ['-r', '-R', '-a', '--recursive', '--archive']

/**
 * What `cp`, `mv`, `ln` and `install` write in a folder, and read for that: whatever has another name or a second one
 * afterwards can be read under that.
 * @param folders - the values of `intoOptions`.
 * @param seen - all options.
 */
export function fillFolder(
  finding: Finding,
  operands: readonly Word[],
  folders: readonly Word[],
  seen: ReadonlySet<string>,
): void {
  if (folders.length > 1) finding.doubts('several folders that it copies into')
  const folder = folders.at(-1) ?? operands.at(-1)
  const sources = folders.length > 0 ? operands : operands.slice(0, -1)
  const isCopy = /(?:^|\/)cp$/i.test(finding.program.text)
  const isDeepCopy = isCopy && recursive.some((name) => seen.has(name))
  if (!isCopy || isDeepCopy) for (const source of sources) finding.touches(source, 'read', { within: 'moved' })
  if (folder === undefined || folder.unknown !== undefined) return
  if (ontoOptions.some((name) => seen.has(name))) {
    if (isDeepCopy) sweeps(finding, folder, sources[0])
    return
  }
  const looksLikeFile =
    operands.length === 2 && folders.length === 0 && /(?:^|\/)[^./][^/]*\.\w+$/.test(folder.text)
  for (const source of sources) fill(finding, folder, source, looksLikeFile)
}

/** If the folder is one, it gets something of the name that the source has. */
function fill(finding: Finding, folder: Word, source: Word, looksLikeFile: boolean): void {
  if (source.unknown !== undefined) return
  const name = pathOf(source).replace(/\/+$/, '').split('/').at(-1) ?? ''
  const path = `${pathOf(folder)}/${name}`
  if (name === '' || /^\.{1,2}$/.test(name)) sweeps(finding, folder, source)
  else if (source.pattern !== undefined && mayBeProtected(name)) sweeps(finding, folder, source)
  else if (!looksLikeFile || isProtected(path)) {
    finding.names(path, 'write', { sweeps: true, ...(source.pattern !== undefined && { pattern: true }) })
  }
}

/** Names that stand nowhere come into the folder. */
function sweeps(finding: Finding, folder: Word, source: Word | undefined): void {
  finding.doubts(`which names "${source?.text ?? '-T'}" puts into the folder is not known`)
  finding.names(pathOf(folder), 'write', { sweeps: true })
}

const protectedNames = protectedEntries.map(({ path }) => path.split('/')[0] ?? path)

function mayBeProtected(pattern: string): boolean {
  if (/[?[\]{}]/.test(pattern)) return true
  const pieces = pattern.toLowerCase().split('*')
  // Names that begin with a dot are meant only by patterns that do.
  return protectedNames.some(
    (name) => name.startsWith('.') === pattern.startsWith('.') && matchesPieces(pieces, name),
  )
}
