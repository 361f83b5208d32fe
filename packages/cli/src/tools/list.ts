import { cutEnd, show, span, widthOf, type Row, type Tone } from '@millrace/cards'
import { permissionFor, type Permission } from '../ask-before-effects.ts'
import type { Io } from '../io.ts'
import { writeJson } from '../json.ts'
import { columnsOf, isAsciiOnly, writeRows, type ColourChoice } from '../screen.ts'
import type { Workspace } from '../workspace.ts'
import { kindOf } from './kind.ts'

/** One tool as `millrace tools --json` prints it. */
interface ListedTool {
  readonly name: string
  readonly description: string
  readonly parameters: unknown
  readonly output: unknown
  readonly kind: string
  readonly source: string
  readonly permission: Permission
}

/** The tools that a call in this folder can name. */
function listedTools({ tools, agent }: Workspace): ListedTool[] {
  return tools.schemas(agent).flatMap(({ name, description, parameters }) => {
    const definition = tools.get(name, agent)
    if (definition === undefined) return []
    const { output } = definition
    const permission = permissionFor(definition)
    return [
      { name, description, parameters, output: output.schema, kind: kindOf(definition), source, permission },
    ]
  })
}

/** Where all tools come from as long as there is no other source. */
const source = 'built in'

/** How the list is to be shown. */
export interface ListRequest {
  readonly asJson: boolean
  readonly colour: ColourChoice
}

/** Shows the tools as a table, or as one JSON array. */
export function list(request: ListRequest, workspace: Workspace, io: Io): void {
  const listed = listedTools(workspace)
  if (request.asJson) writeJson(io.stdout, listed)
  else
    writeRows(io.stdout, io, request.colour, table(listed, columnsOf(io.stdout, io.env), isAsciiOnly(io.env)))
}

const outcomes: Readonly<Record<Permission, string>> = {
  auto: 'auto: runs without a question',
  ask: 'ask: denied, as nobody can be asked here',
}

function table(listed: readonly ListedTool[], width: number, ascii: boolean): Row[] {
  const lines = [
    ['tool', 'kind', 'what happens', 'source', 'description'],
    ...listed.map(({ name, kind, permission, source: from, description }) => {
      return [name, kind, permission, from, firstSentence(description)]
    }),
  ]
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...lines.map((line) => widthOf(show(line[column] ?? '')))),
  )
  const meanings = new Set(listed.map(({ permission }) => outcomes[permission]))
  return [
    ...lines.map((line, index) => tableRow(line, widths, index === 0 ? 'quiet' : 'plain', width, ascii)),
    ...[...meanings].map((meaning) => [span(meaning, 'quiet')]),
  ]
}

function tableRow(
  line: readonly string[],
  widths: readonly number[],
  tone: Tone,
  width: number,
  ascii: boolean,
): Row {
  const [name = '', ...rest] = widths.map((column, index) => padded(line[index] ?? '', column))
  const cells = [span(`${name}  `, tone === 'plain' ? 'strong' : tone), span(rest.join('  '), tone)]
  const room = width - widths.reduce((sum, each) => sum + each + 2, 0)
  const description = line.at(-1) ?? ''
  if (room < 10) return cells
  return [...cells, span('  '), span(cutEnd(description, room, ascii ? '...' : '…'), 'quiet')]
}

function padded(text: string, column: number): string {
  const shown = show(text)
  return shown + ' '.repeat(column - widthOf(shown))
}

function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text
}
