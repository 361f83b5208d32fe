import type { Touched, TouchedPath } from '../call/touched.ts'
import type { CommandPart } from '../command/reading.ts'
import { hostPlace } from '../rules/host-reach.ts'
import { quoteWord } from '../rules/parse-words.ts'
import { placeOf, type Bases } from '../rules/paths.ts'
import { programPart } from '../judge/judgement.ts'
import { isUnseen, startsUnseen } from '../judge/unseen.ts'
import { aliasOf } from '../rules/tool-names.ts'

/** Characters of a suggested rule at most: a person shall be able to read what it allows. */
const longest = 160

/** Programs of which the first word after the name says what they do, and those of which two words do. */
const oneWord =
  /^(?:git|npm|npx|pnpm|yarn|bun|cargo|go|docker|kubectl|deno|pip|uv|dotnet|mvn|gradle|node|tsx|python3?|ruby|perl|php)$/
const twoWords = /^(?:npm|pnpm|yarn|bun|deno) run$|^(?:docker|kubectl|git) (?:compose|remote|stash|worktree)$/

/** Rules that may allow a call, or what it touches. */
export interface Candidates {
  /** About nothing but what one part of it is or touches. */
  readonly narrow: readonly string[]
  /** Of some of these, wider ones that make sense. */
  readonly wide: ReadonlyMap<string, string>
  /** The whole tool, where nothing else is known of the call. */
  readonly tool?: string
}

/**
 * Rules that may allow a call.
 * @param settled - parts that need none, as verdicts name them.
 */
export function candidates(call: Touched, bases: Bases, settled: ReadonlySet<string>): Candidates {
  const tool = aliasOf(call.tool)
  const parts = call.commands
    .flatMap((reading) => (reading.kind === 'parts' ? reading.parts : []))
    .filter(({ text }) => !settled.has(programPart(tool, text)))
  const words = parts.map((part) => forProgram(tool, part))
  const paths = [...call.paths, ...parts.flatMap((part) => part.paths)].map((path) => forPath(path, bases))
  const hosts = call.hosts.map((host) => forHost(tool, host))
  const ofCommands = parts.flatMap((part) => part.hosts.map((host) => forHost('WebFetch', host)))
  // Where the narrow one cannot be offered, the wide one would be taken for it.
  const short = [...words, ...paths, ...hosts, ...ofCommands].filter(
    ([narrow]) => narrow !== undefined && narrow.length <= longest,
  )
  const narrow = new Set(short.flatMap(([rule = '']) => rule))
  const wide = new Map(short.flatMap(([rule = '', wider]) => (wider === undefined ? [] : [[rule, wider]])))
  // Nobody shall give a whole tool away because a model got its arguments wrong.
  return { narrow: [...narrow], wide, ...(isUnexplained(call) && !call.isUntold && { tool }) }
}

/** Whether nothing that it touches tells what it changes. */
function isUnexplained({ commands, hasEffects, hosts, paths }: Touched): boolean {
  return hasEffects && commands.length + hosts.length === 0 && !paths.some(({ access }) => access === 'write')
}

function forProgram(tool: string, part: CommandPart): string[] {
  const { argv, via, doubt } = part
  const spelled = argv.map(quoteWord)
  const exact = `${tool}(${spelled.join(' ')})`
  const isPlain = argv.every((word) => !/[\n\r]/.test(word))
  // What it gets through its input is no word of it.
  if (!isPlain || isUnseen(part) || startsUnseen(part)) return []
  if (doubt !== undefined || via.length > 0) return [exact]
  const [program = '', second = ''] = argv
  const isWord = (word: string): boolean => /^[A-Za-z@.][\w@:./-]*$/.test(word)
  const count = !oneWord.test(program) || !isWord(second) ? 1 : twoWords.test(`${program} ${second}`) ? 3 : 2
  // What says what it does must be there, else the wider rule would say nothing.
  const head = spelled.slice(0, count)
  return head.length < count ? [exact] : [exact, `${tool}(${head.join(' ')} *)`]
}

function forPath({ path, access }: TouchedPath, bases: Bases): string[] {
  const { inside, spelled } = placeOf(path, bases)
  const tool = access === 'write' ? 'Edit' : 'Read'
  if (/[*?{}]/.test(spelled) || spelled === '.') return []
  const folder = spelled.slice(0, Math.max(spelled.lastIndexOf('/'), 0))
  const isNarrow = inside ? folder !== '' : folder.split('/').length > 2
  return [`${tool}(${spelled})`, ...(isNarrow ? [`${tool}(${folder}/**)`] : [])]
}

function forHost(tool: string, written: string): string[] {
  const host = hostPlace(written)
  if (host === undefined) return []
  const { name, port } = host
  const isWeb = port === undefined || port === '443' || port === '80'
  return [`${tool}(domain:${name}${isWeb ? '' : `:${port}`})`]
}
