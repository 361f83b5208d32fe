import { builtinTools } from '../builtin-tools.ts'
import type { Surroundings } from '../program/command-options.ts'
import { programOf } from '../program/all-commands.ts'
import { shownCommands } from '../program/help-text.ts'
import { folderNamedIn, ownWords } from '../own-words.ts'
import { optionsOf } from '../asked-for-help.ts'
import { folderOf, openDefault, withWorkspace } from '../with-workspace.ts'
import { isServerTool } from '../mcp/tool-server.ts'
import { propertiesOf, type Schema } from '../call/typed-value.ts'
import { knownSessions } from './known-sessions.ts'
import { firstSentence } from '../tools/first-sentence.ts'
import { inListingOrder } from '../tools/listing-order.ts'
import { summaries } from '../tools/summaries.ts'

type Candidate = readonly [word: string, about: string]

/** Words that are no part of the command's own grammar. */
export interface KnownWords {
  readonly commands: readonly Candidate[]
  readonly tools: readonly Candidate[]
  /** Servers of the folder, where the line may name one. */
  readonly servers: readonly Candidate[]
  /** First digits of sessions, where the line may name one. */
  readonly sessions: readonly Candidate[]
  /** `path=`, for each argument of the tool of the line that is not given yet. */
  readonly keys: readonly Candidate[]
  /** `overwrite=true`, for the key of a word. */
  values(word: string): readonly Candidate[]
}

/** Words behind which a session may be named. */
const namesSession = new Set(['run', 'code', 'sessions', 'replay', 'explain', 'policy', 'web'])

/** What the words of a line can be, apart from commands and options. */
export async function knownWords(words: readonly string[], around: Surroundings): Promise<KnownWords> {
  const program = programOf(around)
  const { words: own, options } = ownWords(words, optionsOf(program))
  const [command, tool] = own
  const isCall = command === 'call' && tool !== undefined && own.length > 2
  const properties = isCall
    ? await argumentsOf(tool, folderNamedIn(options), around)
    : new Map<string, Schema>()
  const folder = (): string => folderOf(around.io, folderNamedIn(options))
  const given = own.slice(2, -1).map((word) => word.split('=')[0])
  return {
    commands: shownCommands(program).map((each) => [each.name(), each.description()] as const),
    tools: [...(await toolNames(around)), ...(await serverTools(words.at(-1) ?? '', folder, around))],
    servers: command === 'mcp' ? await serverNames(folder(), around) : [],
    sessions: words.some((word) => namesSession.has(word.split('=')[0] ?? ''))
      ? await knownSessions(folder(), around.io.env)
      : [],
    keys: [...properties].flatMap(([key, schema]) =>
      given.includes(key) ? [] : [[`${key}=`, about(schema)] as const],
    ),
    values: (word) => {
      const [key = ''] = word.split('=')
      return valuesOf(properties.get(key)).map((value) => [`${key}=${value}`, ''] as const)
    },
  }
}

async function toolNames({ io, open }: Surroundings): Promise<Candidate[]> {
  if (open === openDefault)
    return builtinTools(io.env).map(({ name }) => [name, summaries.get(name) ?? ''] as const)
  return withWorkspace(open, silent(io), io.cwd, async ({ tools, agent }) =>
    inListingOrder(tools.schemas(agent)).map(
      ({ name, description }) => [name, firstSentence(description)] as const,
    ),
  )
}

/** The tools of servers, where the word may be one. */
async function serverTools(
  word: string,
  folder: () => string,
  { io, open }: Surroundings,
): Promise<readonly Candidate[]> {
  if (open !== openDefault || word.length < 2 || !('mcp__'.startsWith(word) || isServerTool(word))) return []
  const { knownServerTools } = await import('./known-servers.ts')
  return knownServerTools(folder(), io)
}

async function serverNames(folder: string, { io }: Surroundings): Promise<readonly Candidate[]> {
  const { knownServers } = await import('./known-servers.ts')
  return knownServers(folder, io)
}

/** The arguments that a tool takes; none where the folder cannot be used, as nobody reads messages meanwhile. */
async function argumentsOf(
  name: string,
  folder: string | undefined,
  { io, open }: Surroundings,
): Promise<ReadonlyMap<string, Schema>> {
  try {
    return await withWorkspace(open, silent(io), folderOf(io, folder), async ({ tools, agent }) => {
      return propertiesOf(tools.get(name, agent)?.parameters ?? {})
    })
  } catch {
    return new Map()
  }
}

function silent(io: Surroundings['io']): Surroundings['io'] {
  // Inherits instead of copying: some members are opened only when somebody reads them.
  return Object.create(io, { stderr: { value: { write: () => {} } } }) as Surroundings['io']
}

function about({ description }: Schema): string {
  return typeof description === 'string' ? firstSentence(description) : ''
}

function valuesOf(schema: Schema | undefined): readonly string[] {
  if (schema?.['type'] === 'boolean') return ['true', 'false']
  const choices = schema?.['enum']
  return Array.isArray(choices) ? choices.map(String) : []
}
