import { isProtected, protectedEntries } from '@millrace/host'
import { matchesPieces } from '../../rules/wildcard.ts'
import type { Word } from '../lexer/syntax.ts'
import { pathOf } from '../places.ts'
import type { Finding } from './finding.ts'
import { followsLinks } from './searches.ts'

/** Options whose value is the folder that all operands go into. */
export const intoOptions: ReadonlySet<string> = new Set(['-t', '--target-directory'])

const following = ['-L', '-H', '--dereference']
const looksLikeFile = /(?:^|\/)[^./][^/]*\.\w+$/
const ontoOptions = ['-T', '--no-target-directory']
const recursive = ['-r', '-R', '-a', '--recursive', '--archive']

/**
 * What `cp`, `mv`, `ln` and `install` write in a folder, and read for that.
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
  const has = (names: readonly string[]): boolean => names.some((name) => seen.has(name))
  const isCopy = /(?:^|\/)cp$/i.test(finding.program.text)
  const isDeepCopy = isCopy && has(recursive)
  if (!isCopy || isDeepCopy) renames(finding, sources)
  if (isDeepCopy && has(following)) followsLinks(finding)
  if (folder === undefined || folder.unknown !== undefined) return
  if (!has(ontoOptions)) {
    const mayBeFile = operands.length === 2 && folders.length === 0
    for (const source of sources) {
      // It gets all of its folders there, too.
      if (seen.has('--parents')) sweeps(finding, folder, source)
      else fill(finding, folder, source, mayBeFile)
    }
  } else if (isDeepCopy) sweeps(finding, folder, sources[0])
}

/** What has another name or a second one afterwards can be read under that. */
function renames(finding: Finding, sources: readonly Word[]): void {
  for (const source of sources) finding.touches(source, 'read', { within: 'moved' })
}

/** If the folder is one, it gets something of the name that the source has. */
function fill(finding: Finding, folder: Word, source: Word, mayBeFile: boolean): void {
  if (source.unknown !== undefined) return
  const name = pathOf(source).replace(/\/+$/, '').split('/').at(-1) ?? ''
  const path = `${pathOf(folder)}/${name}`
  if (name === '' || /^\.{1,2}$/.test(name)) sweeps(finding, folder, source)
  else if (source.pattern !== undefined && mayBeProtected(name)) sweeps(finding, folder, source)
  else if (!(mayBeFile && looksLikeFile.test(folder.text)) || isProtected(path)) {
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
