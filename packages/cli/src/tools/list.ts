import { cutEnd, show, span, widthOf, wrapWords, type Row, type Tone } from '@millrace/cards'
import type { Io } from '../io.ts'
import { writeJson } from '../json.ts'
import { columnsOf, isAsciiOnly, writeRows, type ColourChoice } from '../screen.ts'
import type { Workspace } from '../workspace.ts'
import { toolRows } from './describe.ts'
import { firstSentence } from './first-sentence.ts'
import { listedTools, visibleTool, type ForeseenTool, type ListedTool } from './listed.ts'
import { outcomes } from './outcomes.ts'
import { summaries } from './summaries.ts'

/** What of the tools is to be shown, and how. */
export interface ListRequest {
  /** Only this one, with all that there is to know; all of them without it. */
  readonly name?: string | undefined
  readonly asJson: boolean
  readonly colour: ColourChoice
}

/** Shows the tools as a table, one of them in full, or either as a JSON array. */
export async function list(
  { name, asJson, colour }: ListRequest,
  workspace: Workspace,
  io: Io,
): Promise<void> {
  if (name !== undefined) await visibleTool(name, workspace)
  const isAttended = io.openKeyboard !== undefined
  const listed = listedTools(workspace, isAttended).filter((tool) => name === undefined || tool.name === name)
  const width = columnsOf(io.stdout, io.env)
  if (asJson) writeJson(io.stdout, listed.map(withoutOutcome))
  else if (name === undefined)
    writeRows(io.stdout, io, colour, [
      ...table(listed, width, isAsciiOnly(io.env)),
      ...(hasRules(workspace) ? wrapWords(rulesDecide, width).map((row) => [span(row, 'quiet')]) : []),
    ])
  else
    writeRows(
      io.stdout,
      io,
      colour,
      listed.flatMap((tool) => toolRows(tool, workspace.root, width)),
    )
}

/** As machine output has it. */
function withoutOutcome(tool: ForeseenTool): ListedTool {
  const { outcome: _, because: _why, ...listed } = tool
  return listed
}

const rulesDecide =
  'Rules about what a call touches decide before that: millrace permissions list shows them, and millrace permissions ' +
  'test judges a call.'

/** Whether somebody has set rules. */
function hasRules({ ctx }: Workspace): boolean {
  return (
    ctx
      .get('permissions')
      ?.list()
      .some(({ layer }) => layer !== 'built-in') === true
  )
}

/** Fewer columns are no room for a description. */
const leastDescription = 24

/** Tools of servers have long names, so that they stand in a table of their own. */
function table(listed: readonly ForeseenTool[], width: number, ascii: boolean): Row[] {
  const isRemote = ({ source }: ForeseenTool): boolean => source.startsWith('mcp: ')
  const [remote, own] = [listed.filter(isRemote), listed.filter((tool) => !isRemote(tool))]
  const meanings = new Set(listed.map(({ outcome }) => outcomes[outcome].meaning))
  return [
    ...(own.length > 0 || remote.length === 0 ? tableOf(own, width, ascii) : []),
    ...(own.length > 0 && remote.length > 0 ? [[]] : []),
    ...(remote.length > 0 ? tableOf(remote, width, ascii) : []),
    ...[...meanings].flatMap((meaning) => wrapWords(meaning, width).map((row) => [span(row, 'quiet')])),
  ]
}

function tableOf(listed: readonly ForeseenTool[], width: number, ascii: boolean): Row[] {
  const lines = [
    ['tool', 'kind', 'what happens', 'source', 'description'],
    ...listed.map((tool) => [
      tool.name,
      tool.kind,
      outcomes[tool.outcome].word,
      tool.source,
      summaryOf(tool),
    ]),
  ]
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...lines.map((line) => widthOf(show(line[column] ?? '')))),
  )
  const room = width - widths.reduce((sum, each) => sum + each + 2, 0)
  if (room < leastDescription) return listed.flatMap((tool) => stacked(tool, width))
  return lines.map((line, index) => tableRow(line, widths, index === 0 ? 'quiet' : 'plain', room, ascii))
}

function tableRow(
  line: readonly string[],
  widths: readonly number[],
  tone: Tone,
  room: number,
  ascii: boolean,
): Row {
  const [name = '', ...rest] = widths.map((column, index) => padded(line[index] ?? '', column))
  const description = cutEnd(line.at(-1) ?? '', room, ascii ? '...' : '…')
  const cells = [span(`${name}  `, tone === 'plain' ? 'strong' : tone), span(rest.join('  '), tone)]
  return [...cells, span('  '), span(description, 'quiet')]
}

/** One tool where a row is too narrow for it. */
function stacked(tool: ForeseenTool, width: number): Row[] {
  const { name, kind, outcome, source } = tool
  const below = [`${kind}, ${outcomes[outcome].word}, ${source}`, summaryOf(tool)]
  return [
    ...wrapWords(name, width).map((row) => [span(row, 'strong')]),
    ...below.flatMap((text) => wrapWords(text, width - 2).map((row) => [span(`  ${row}`)])),
  ]
}

const ofServer = /^\[MCP server [^\]]*\]\s*/

/** A tool in a few words; those of a host's tool are the first that it says of itself. */
function summaryOf({ name, source, description }: ForeseenTool): string {
  const known = source === 'built in' ? summaries.get(name) : undefined
  // A tool of a server says whose it is, which the table says, too.
  return known ?? firstSentence(description.replace(ofServer, ''))
}

function padded(text: string, column: number): string {
  const shown = show(text)
  return shown + ' '.repeat(column - widthOf(shown))
}
