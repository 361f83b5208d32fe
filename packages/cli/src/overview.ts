import { readdirSync, realpathSync } from 'node:fs'
import { counted, show, span, widthOf, wrapWords, type Row, type Tone } from '@millrace/cards'
import { homeOf } from '@millrace/host/home'
import { builtinTools, usualOutcome } from './builtin-tools.ts'
import { settingsGlance } from './config/settings-glance.ts'
import { shortened } from './config/settings-places.ts'
import { familiarFile } from './familiar-file.ts'
import { gitBranch } from './git-branch.ts'
import type { Io } from './io.ts'
import { isPlainFolder } from './is-plain-folder.ts'
import type { ServersGlance } from './mcp/servers-glance.ts'
import { modelKeys, modelVariable } from './model-variables.ts'
import { columnsOf, writeRows, type ColourChoice } from './screen.ts'
import type { ForeseenTool } from './tools/listed.ts'
import type { Outcome } from './tools/outcomes.ts'
import { version } from './version.ts'
import { sessionsFolder } from './workspace-sessions.ts'
import { openDefault, refuseFolder, withWorkspace, type OpenWorkspace } from './with-workspace.ts'

const placeColumn = 54
const labelColumns = 12
const whatColumn = 45

/** Which folder is looked at, and how that is shown. */
export interface OverviewRequest {
  /** Absolute. */
  readonly folder: string
  readonly colour: ColourChoice
}

type KnownTool = Pick<ForeseenTool, 'name' | 'source' | 'outcome'>

/**
 * What this is, the state of a folder, and what to try: what `millrace` alone prints.
 * @throws UsageError where the folder cannot be used.
 */
export async function overview(
  { folder, colour }: OverviewRequest,
  io: Io,
  open: OpenWorkspace,
): Promise<void> {
  const tools = await toolsIn(folder, io, open)
  const settings = await settingsGlance(folder, io.env)
  const width = columnsOf(io.stdout, io.env)
  writeRows(io.stdout, io, colour, [
    ...remarked(
      `millrace ${version()}   tools for agents, guarded`,
      'strong',
      placeColumn,
      place(folder, homeOf(io.env), settings.isTrusted),
      width,
    ),
    ...fact('tools', toolsFact(tools, settings.isAny), width),
    ...(settings.servers.length > 0 ? fact('mcp', serversFact(settings.servers), width) : []),
    ...fact('model', modelFact(io.env), width),
    ...fact('config', settings.words, width),
    ...fact('log', logFact(folder, io.env), width),
    [span('Try', 'strong')],
    ...tries(folder).flatMap(([command, what]) => remarked(`  ${command}`, 'plain', whatColumn, what, width)),
  ])
}

/** The tools of a folder. Those of the command itself are known: loading them would multiply the time of this screen. */
async function toolsIn(folder: string, io: Io, open: OpenWorkspace): Promise<KnownTool[]> {
  const isAttended = io.openKeyboard !== undefined
  if (open !== openDefault) {
    const { listedTools } = await import('./tools/listed.ts')
    return withWorkspace(open, io, folder, async (workspace) => listedTools(workspace, isAttended))
  }
  if (!isPlainFolder(folder)) await refuseFolder(folder)
  return builtinTools(io.env).map((tool) => ({
    name: tool.name,
    source: 'built in',
    outcome: usualOutcome(tool, io.env, isAttended),
  }))
}

/** What happens otherwise than without a question. */
const conducts = {
  ask: 'asked about first',
  alone: 'only with --approve-all, as nobody is here to be asked',
  sandboxed: 'without a question inside the sandbox, and asked about first where there is none',
  'sandboxed alone': 'without a question inside the sandbox, and only with --approve-all where there is none',
  refused: 'never, as a rule or the mode denies it',
} as const satisfies Readonly<Partial<Record<Outcome, string>>>

const orderOfConducts = ['ask', 'alone', 'sandboxed', 'sandboxed alone', 'refused'] as const

/** `3 built in: read, glob, bash; asked about first: bash`. */
function toolsFact(tools: readonly KnownTool[], hasSettings: boolean): string {
  const named = (found: readonly KnownTool[]): string => found.map(({ name }) => name).join(', ')
  const builtIn = tools.filter(({ source }) => source === 'built in')
  const added = tools.filter(({ source }) => source === 'host')
  const remote = tools.filter(({ source }) => source.startsWith('mcp: '))
  const sources = [
    ...(builtIn.length > 0 ? [`${builtIn.length} built in: ${named(builtIn)}`] : []),
    ...(added.length > 0 ? [`${added.length} from the host: ${named(added)}`] : []),
    ...(remote.length > 0 ? [`${remote.length} from MCP: ${named(remote)}`] : []),
  ]
  const unless = hasSettings ? ' (unless a rule or the mode decides)' : ''
  const outcomes = orderOfConducts.flatMap((outcome) => {
    const found = tools.filter((tool) => tool.outcome === outcome)
    const remark = outcome === 'refused' ? '' : unless
    return found.length === 0 ? [] : [`${conducts[outcome]}${remark}: ${named(found)}`]
  })
  if (tools.length === 0) return 'none'
  return [
    ...sources,
    ...(outcomes.length === 0 ? ['they change nothing, so they run without a question'] : outcomes),
  ].join('; ')
}

/** `3 servers: github, files in .mcp.json, docs in ~/.config/…; …`: none of them is started for that. */
function serversFact(servers: readonly ServersGlance[]): string {
  const names = new Set(servers.flatMap((each) => each.names))
  const named = servers.map((each) => `${each.names.join(', ')} in ${each.label}`)
  return `${counted(names.size, 'server')}: ${named.join('; ')}; whether they are there: millrace mcp`
}

/** What answers prompts, as far as the environment tells: a settings file may choose another model. */
function modelFact(env: Io['env']): string {
  const variable = modelVariable(env)
  if (variable === undefined) return `none: set ${modelKeys.join(', or ')}; the demo needs none`
  const chosen = env['MILLRACE_MODEL'] ?? ''
  return chosen === '' ? `by ${variable}` : `${chosen}, by ${variable}`
}

/** Where the sessions of the folder are, and how many. */
function logFact(folder: string, env: Io['env']): string {
  try {
    const path = sessionsFolder(realpathSync(folder), env)
    const logs = readdirSync(path).filter((name) => name.endsWith('.jsonl'))
    return `${counted(logs.length, 'session')} in ${show(shortened(path, homeOf(env)))}`
  } catch {
    return 'no sessions yet'
  }
}

function fact(label: string, text: string, width: number): Row[] {
  const margin = ' '.repeat(labelColumns)
  return wrapWords(text, Math.max(1, width - labelColumns)).map((row, index) => [
    index === 0 ? span(`  ${label}`.padEnd(labelColumns), 'quiet') : span(margin),
    span(row),
  ])
}

/** A text and, from a column on, a quiet remark about it; on rows of their own where the screen is too narrow. */
function remarked(text: string, tone: Tone, column: number, remark: string, width: number): Row[] {
  const start = show(text.padEnd(column - 2) + '  ')
  if (widthOf(start) + widthOf(show(remark)) <= width) return [[span(start, tone), span(remark, 'quiet')]]
  const below = wrapWords(remark, Math.max(1, width - 6))
  return [
    ...wrapWords(text, width).map((row) => [span(row, tone)]),
    ...below.map((row) => [span('      '), span(row, 'quiet')]),
  ]
}

function tries(folder: string): (readonly [command: string, what: string])[] {
  const file = familiarFile(folder)
  return [
    file === undefined
      ? ["millrace call glob pattern='*'", 'one call, one card']
      : [`millrace call read path=${file}`, 'one call, one card'],
    ['millrace code \'return (await tools.glob({ pattern: "*" })).paths\'', 'a program that calls tools'],
    ['millrace tour', 'what programs are refused, and a crash; no key'],
    ['millrace run --demo', 'a whole agent turn, no key needed'],
    ['millrace web', 'the same in the browser'],
    ['millrace --help', 'all commands and options'],
  ]
}

function place(cwd: string, home: string, isTrusted: boolean): string {
  const path = shortened(cwd, home)
  const branch = gitBranch(cwd)
  const facts = [...(branch === undefined ? [] : [`git: ${branch}`]), `trusted: ${isTrusted ? 'yes' : 'no'}`]
  return `${path} (${facts.join(', ')})`
}
