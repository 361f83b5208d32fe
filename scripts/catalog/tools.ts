import { documentedMembers } from './documented-members.ts'
import { sourceLink, sourcesOf, placeOf, type Sources } from './program.ts'
import { schemaRows, type SchemaNode, type SchemaRow } from './schema-rows.ts'
import type { Flaw, Written } from './section.ts'
import { code, numeral, prose, table, verbatim } from './table.ts'
import { cataloguedTools, type CataloguedTool } from './tool-catalogue.ts'
import { limitsOfTools, type LimitSource } from './tool-limits.ts'
import { cardsOf, overlaps, toolLiterals, type ToolLiteral } from './tool-literals.ts'
import { wrapped } from './wrapped.ts'

const page = 'reference/tools.md'

/** Every tool of ours: what a model is told of it, what it takes and returns, how it is bounded, shown and judged. */
export async function tools(root: string): Promise<Written> {
  const sources = sourcesOf(root)
  const all = await cataloguedTools()
  const literals = toolLiterals(sources)
  const entries = all.map((tool) => entryOf(sources, tool, literals))
  return {
    sections: [
      { page, name: 'permissions', text: permissionTable(all) },
      { page, name: 'tools', text: entries.map(({ text }) => text).join('\n\n') },
    ],
    flaws: [...entries.flatMap(({ flaws }) => flaws), ...missing(sources, all, literals)],
  }
}

function permissionTable(all: readonly CataloguedTool[]): string {
  const judged = all.filter(({ outcomes }) => outcomes.size > 0)
  const modes = [...(judged[0]?.outcomes.keys() ?? [])]
  const rows = judged.map(({ definition: { name }, outcomes }) => [
    `[${code(name)}](#${name})`,
    ...modes.map((mode) => outcomes.get(mode) ?? ''),
  ])
  return table(['tool', ...modes.map(code)], rows)
}

interface Entry {
  readonly text: string
  readonly flaws: readonly Flaw[]
}

function entryOf(sources: Sources, tool: CataloguedTool, literals: readonly ToolLiteral[]): Entry {
  const { name, description, parameters, output } = tool.definition
  const literal = literals.find((each) => each.name === name)
  const limits = limitsOf(sources.root, name)
  const parts = [
    `### ${name}`,
    verbatim(wrapped(description, 100)),
    factsOf(sources, tool, literal),
    parameterTable(schemaRows(parameters as SchemaNode)),
    resultTable(output.schema as SchemaNode),
    limits.text,
  ]
  return { text: parts.join('\n\n'), flaws: limits.flaws }
}

function factsOf(
  sources: Sources,
  { definition, title }: CataloguedTool,
  literal: ToolLiteral | undefined,
): string {
  const { effects = 'other', timeoutMs } = definition
  const rows = [
    ['defined in', literal === undefined ? '' : sourceLink(sources.root, literal.node)],
    ['what it changes', changes[effects]],
    ['beside other calls', besides(literal)],
    ['time limit of its definition', timeoutMs === undefined ? 'none' : `${numeral(timeoutMs)} ms`],
    [
      'card of a call',
      `${cardWords(sources, literal, 'presentCall')}${title === undefined ? '' : `, such as ${code(title)}`}`,
    ],
    ['card of a result', cardWords(sources, literal, 'presentResult')],
  ]
  return rows.map(([what, fact]) => `- ${what}: ${fact}`).join('\n')
}

const changes = {
  none: 'nothing',
  idempotent: 'something, and the same call again no more',
  other: 'anything, so a second call may change more',
} as const

function besides(literal: ToolLiteral | undefined): string {
  const may = literal === undefined ? false : overlaps(literal)
  if (may === undefined) return 'may overlap, where its arguments say so'
  return may ? 'may overlap' : 'runs alone'
}

function cardWords(
  sources: Sources,
  literal: ToolLiteral | undefined,
  key: 'presentCall' | 'presentResult',
): string {
  const cards = literal === undefined ? [] : cardsOf(sources, literal, key)
  return cards.length === 0 ? 'the usual one' : cards.map(code).join(' or ')
}

function parameterTable(rows: readonly SchemaRow[]): string {
  if (rows.length === 0) return 'It names no arguments of its own.'
  const hasDefaults = rows.some(({ byDefault }) => byDefault !== '')
  const cells = rows.map(({ path, type, isRequired, byDefault, description }) => [
    code(path),
    type,
    isRequired ? 'yes' : '',
    ...(hasDefaults ? [byDefault] : []),
    description,
  ])
  return table(['argument', 'type', 'required', ...(hasDefaults ? ['default'] : []), 'description'], cells)
}

function resultTable(schema: SchemaNode): string {
  const alternatives = [schema['oneOf'], schema['anyOf']].find(Array.isArray) as
    | readonly SchemaNode[]
    | undefined
  if (alternatives !== undefined)
    return ['The result is one of these:', ...alternatives.map(resultTable)].join('\n\n')
  const rows = schemaRows(schema)
  const { type, description } = schema
  if (rows.length === 0) {
    const words = typeof type === 'string' ? code(type) : 'any JSON'
    return `The result is ${words}${typeof description === 'string' ? `: ${prose(description)}` : '.'}`
  }
  const cells = rows.map(({ path, type: what, isRequired, description: meaning }) => [
    code(path),
    what,
    isRequired ? 'always' : '',
    meaning,
  ])
  return table(['member of the result', 'type', 'there', 'description'], cells)
}

function limitsOf(root: string, name: string): Entry {
  const sources = limitsOfTools[name] ?? []
  if (sources.length === 0) return { text: 'It has no limits of its own.', flaws: [] }
  const [first = name] = Object.entries(limitsOfTools).flatMap(([tool, those]) =>
    those === sources ? [tool] : [],
  )
  if (first !== name) return { text: `Its limits are those of [${code(first)}](#${first}).`, flaws: [] }
  const tables = sources.map((source) => limitTable(root, source))
  return {
    text: ['Limits:', ...tables.map(({ text }) => text)].join('\n\n'),
    flaws: tables.flatMap(({ flaws }) => flaws),
  }
}

function limitTable(root: string, { path, name, values, most }: LimitSource): Entry {
  const { documents, flaws } = documentedMembers(root, path, name)
  const rows = Object.entries(values).map(([member, value]) => [
    code(member),
    numeral(value),
    ...(most === undefined ? [] : [numeral(most[member] ?? value)]),
    prose(documents.get(member) ?? ''),
  ])
  const header = [
    'limit',
    most === undefined ? 'value' : 'default',
    ...(most === undefined ? [] : ['at most']),
  ]
  return { text: table([...header, 'meaning'], rows), flaws }
}

function missing(sources: Sources, all: readonly CataloguedTool[], literals: readonly ToolLiteral[]): Flaw[] {
  const names = all.map(({ definition }) => definition.name)
  const unlisted = literals
    .filter(({ name }) => !names.includes(name))
    .map(({ name, node }) => ({
      where: placeOf(sources.root, node),
      what: `defines the tool "${name}", which the catalogue does not list: add it to scripts/catalog/tool-catalogue.ts`,
    }))
  const unfound = names
    .filter((name) => !literals.some((literal) => literal.name === name))
    .map((name) => ({
      where: page,
      what: `lists the tool "${name}", whose definition cannot be found in the sources`,
    }))
  return [...unlisted, ...unfound]
}
