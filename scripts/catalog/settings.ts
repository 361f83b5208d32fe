import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { slug } from 'github-slugger'
import { schemaRows, type References, type SchemaNode, type SchemaRow } from './schema-rows.ts'
import type { Flaw, Written } from './section.ts'
import { code, table } from './table.ts'

const page = 'reference/settings.md'
const file = 'packages/cli/config.schema.json'

/** What is told by itself, as several settings take it. */
const parts = [
  { name: 'rule', title: 'A rule', what: 'A text such as `Bash(git status)`, or an object:' },
  { name: 'grant', title: 'A grant', what: 'The record beside a rule that somebody allowed for good:' },
  { name: 'hooks', title: 'Hooks of an event', what: 'An array of objects:' },
  {
    name: 'program',
    title: 'A server that is a program',
    what: 'A program of this machine that speaks on its standard streams:',
  },
  {
    name: 'address',
    title: 'A server that has an address',
    what: 'A server that is reached by streamable HTTP:',
  },
] as const

/** Every setting of `millrace.jsonc`, from the schema that editors complete by. */
export function settings(root: string): Written {
  const schema = JSON.parse(readFileSync(join(root, file), 'utf8')) as SchemaNode
  const references = referencesIn(schema)
  const top = schemaRows(schema, references)
  const sections = parts.map((part) => ({
    ...part,
    rows: schemaRows(definitionIn(schema, part.name), references),
  }))
  const told = sections.map(({ title, what, rows }) => `### ${title}\n\n${what}\n\n${rowsTable(rows)}`)
  const rows = [...top, ...sections.flatMap((section) => section.rows)]
  return {
    sections: [
      { page, name: 'settings', text: [rowsTable(top), ...told].join('\n\n') },
      { page, name: 'protected', text: wordsIn(schema, 'unprotected').map(code).join(', ') },
    ],
    flaws: rows.flatMap(undescribed),
  }
}

function referencesIn(schema: SchemaNode): References {
  return {
    resolve: (reference) => definitionIn(schema, nameOf(reference)),
    link: (reference) => {
      const part = parts.find(({ name }) => name === nameOf(reference))
      return part && `[${part.title.toLowerCase()}](#${slug(part.title)})`
    },
  }
}

const nameOf = (reference: string): string => reference.replace('#/$defs/', '')

function definitionIn({ $defs: definitions }: SchemaNode, name: string): SchemaNode {
  const found = (definitions as Readonly<Record<string, SchemaNode>>)[name]
  if (found === undefined) throw new Error(`${file}: there is no definition "${name}"`)
  return found
}

/** The words that the items of a list are. */
function wordsIn({ properties }: SchemaNode, name: string): readonly string[] {
  const { items } =
    (properties as Readonly<Record<string, { items?: { enum?: readonly string[] } }>>)[name] ?? {}
  return items?.enum ?? []
}

function rowsTable(rows: readonly SchemaRow[]): string {
  const cells = rows.map(({ path, type, byDefault, isRequired, description }) => [
    `${code(path)}${isRequired ? ', required' : ''}`,
    type,
    byDefault,
    description,
  ])
  return table(['setting', 'type', 'default', 'meaning'], cells)
}

function undescribed({ path, description }: SchemaRow): Flaw[] {
  return description === ''
    ? [{ where: file, what: `has no description of "${path}", which the reference shows` }]
    : []
}
