import { isProtected, protectedEntries } from '@millrace/host'
import type { CommandPart } from '../command/reading.ts'
import { matchesPieces } from '../rules/wildcard.ts'
import { baseName } from '../rules/words.ts'

const protectedNames = protectedEntries.map(({ path }) => path.split('/')[0] ?? path)

/**
 * The part with what `cp` does besides: in a folder it writes files of the names that it reads, so that it may write
 * protected ones that its words do not name.
 */
export function withCopiedNames(part: CommandPart): CommandPart {
  const { argv, paths, doubt } = part
  if (baseName(argv[0] ?? '') !== 'cp') return part
  const sources = paths.filter(({ access }) => access === 'read')
  const written = paths
    .filter(({ access }) => access === 'write')
    .flatMap((target) => sources.map((source) => `${target.path}/${baseName(source.path)}`))
    .filter(isProtected)
    .map((path) => ({ path, access: 'write' as const }))
  const isUnknown =
    copiesAll(argv) || sources.some(({ path, pattern }) => pattern && mayBeProtected(baseName(path)))
  const unsure = doubt ?? (isUnknown ? 'it copies files whose names are not known' : undefined)
  return { ...part, paths: [...paths, ...written], ...(unsure !== undefined && { doubt: unsure }) }
}

/** Whether a source stands for everything in a folder, by its name. */
function copiesAll(argv: readonly string[]): boolean {
  const sources = argv.some((word) => /^(?:-t|--target)/.test(word)) ? argv : argv.slice(0, -1)
  return sources.some((word) => /(?:^|\/)\.{1,2}\/?$/.test(word))
}

function mayBeProtected(pattern: string): boolean {
  if (/[?[\]{}]/.test(pattern)) return true
  const pieces = pattern.toLowerCase().split('*')
  // Names that begin with a dot are meant only by patterns that do.
  return protectedNames.some(
    (name) => name.startsWith('.') === pattern.startsWith('.') && matchesPieces(pieces, name),
  )
}
