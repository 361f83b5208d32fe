import { declarationOf } from '../sdk/declaration-of.ts'
import type { SdkLanguage } from '../sdk/language.ts'
import { byCodeUnit } from './namespaces.ts'
import { estimatedTokens } from './token-estimate.ts'
import type { ToolCatalogue } from './tool-catalogue.ts'

/** What a digest may say, and of which tools first. */
export interface DigestOptions {
  /** Tokens at most, as `estimatedTokens` counts them. */
  readonly tokens: number
  /** Tools whose signatures come first, in this order, as far as they fit and are visible. */
  readonly pinned?: readonly string[]
  readonly language?: SdkLanguage
}

/** The other tools stand below their signatures: at most this share of a digest is signatures. */
const signatureShare = 0.7
const mark = '; '

/**
 * The tools of a view in few words: some with their signatures, then namespaces with the names in them while these fit, the
 * smallest first, and of the others how many there are. The same catalogue and options give the same bytes.
 */
export function digestOf(catalogue: ToolCatalogue, options: DigestOptions): string {
  const { tokens, pinned = [], language = 'typescript' } = options
  const shown = signaturesOf(catalogue, pinned, tokens * signatureShare, language)
  const lines = [...shown.values()]
  const left = tokens - estimatedTokens(lines.join('\n'))
  const spaces = namespaceLines(catalogue, new Set(shown.keys()), left)
  return [...lines, ...spaces].join('\n')
}

function signaturesOf(
  catalogue: ToolCatalogue,
  names: readonly string[],
  tokens: number,
  language: SdkLanguage,
): ReadonlyMap<string, string> {
  const shown = new Map<string, string>()
  let left = tokens
  for (const name of names) {
    const definition = catalogue.get(name)
    if (definition === undefined || shown.has(name)) continue
    const line = declarationOf(definition, language, { compact: true })
    const cost = estimatedTokens(`${line}\n`)
    if (cost > left) continue
    left -= cost
    shown.set(name, line)
  }
  return shown
}

interface Space {
  readonly name: string
  readonly count: string
  readonly names: string
}

function namespaceLines(catalogue: ToolCatalogue, shown: ReadonlySet<string>, tokens: number): string[] {
  const spaces = spacesOf(catalogue, shown)
  if (tokens < labelTokens) return []
  const kept = fitting(spaces, tokens)
  const listed = new Set<Space>()
  // The label, its mark and the line break of what is listed.
  let left = tokens - estimatedTokens(['', ...kept.map(({ count }) => count)].join(mark)) - labelTokens
  for (const space of kept.toSorted(
    (one, other) => one.names.length - other.names.length || byCodeUnit(one.name, other.name),
  )) {
    const cost = estimatedTokens(`${space.names}\n`)
    if (cost > left) break
    left -= cost
    listed.add(space)
  }
  const counted = kept.filter((space) => !listed.has(space)).map(({ count }) => count)
  const rest = spaces.length - kept.length
  if (rest > 0) counted.push(`and ${rest} more`)
  return [
    ...kept.filter((space) => listed.has(space)).map(({ names }) => names),
    ...(counted.length > 0 ? [`${label}${counted.join(mark)}`] : []),
  ]
}

const label = 'By namespace, with the number of tools: '
const labelTokens = estimatedTokens(`${label}and 9999 more\n`)

function spacesOf({ namespaces }: ToolCatalogue, shown: ReadonlySet<string>): Space[] {
  return [...namespaces].flatMap(([name, all]) => {
    const names = all.filter((each) => !shown.has(each))
    if (names.length === 0) return []
    return [{ name, count: `${name === '' ? 'others' : name} (${names.length})`, names: names.join(', ') }]
  })
}

/** As many of the namespaces as fit with their numbers, the largest of them. */
function fitting(spaces: readonly Space[], tokens: number): Space[] {
  let left = tokens - labelTokens
  const kept = new Set<Space>()
  for (const space of spaces.toSorted(
    (one, other) => other.names.length - one.names.length || byCodeUnit(one.name, other.name),
  )) {
    left -= estimatedTokens(`${space.count}${mark}`)
    if (left < 0) break
    kept.add(space)
  }
  return spaces.filter((space) => kept.has(space))
}
