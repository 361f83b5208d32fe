import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contentLimits } from '@millrace/policies/spill'
import ts from 'typescript-6'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { builtinTools } from '../packages/cli/src/builtin-tools.ts'
import {
  chosenVariables,
  ownVariables,
  systemVariables,
} from '../packages/cli/src/config/environment-variables.ts'
import { usualTimes } from '../packages/mcp/src/client/connection/limits.ts'
import { shownByHelp } from '../scripts/catalog/commands.ts'
import { environmentReads } from '../scripts/catalog/environment-reads.ts'
import { schemaRows, type SchemaNode } from '../scripts/catalog/schema-rows.ts'
import { prose } from '../scripts/catalog/table.ts'
import { cataloguedTools } from '../scripts/catalog/tool-catalogue.ts'
import { root, workspacePackages } from './support/workspace.ts'

const pageOf = (name: string): string => readFileSync(join(root, 'docs/en/reference', `${name}.md`), 'utf8')

const schema = JSON.parse(readFileSync(join(root, 'packages/cli/config.schema.json'), 'utf8')) as {
  readonly properties: Readonly<Record<string, SchemaNode>>
  readonly $defs: Readonly<Record<string, SchemaNode>>
}

afterEach(() => {
  vi.unstubAllEnvs()
})

describe('the reference of tools', () => {
  const page = pageOf('tools')

  test.each(builtinTools({ BRAVE_API_KEY: 'a key' }).map(({ name }) => name))(
    'tells of the built-in %s',
    (name) => {
      expect(page).toContain(`\n### ${name}\n`)
    },
  )

  test('tells of every tool that the packages register', async () => {
    const names = (await cataloguedTools()).map(({ definition }) => definition.name)
    expect(names).toEqual(expect.arrayContaining(['task', 'respond', 'tool_search', 'run_code']))
    expect(names.filter((name) => !page.includes(`\n### ${name}\n`))).toEqual([])
  })

  test('says of each tool what each mode makes of it where no rule decides', async () => {
    const all = await cataloguedTools()
    const ofWrite = all.find(({ definition }) => definition.name === 'write')?.outcomes
    expect(Object.fromEntries(ofWrite ?? [])).toEqual({
      default: 'ask',
      'accept-edits': 'auto',
      plan: 'refused',
      bypass: 'auto',
    })
  })
})

describe('the reference of commands', () => {
  const shown = shownByHelp()

  test.each(shown.map(({ name, help }) => [name, help]))('has the help of %s', (name, help) => {
    expect(pageOf('commands')).toContain(`### ${name}\n`)
    expect(pageOf('commands')).toContain(help)
  })

  test('holds commands and what they consist of', () => {
    expect(shown.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['millrace', 'millrace run', 'millrace mcp add', 'millrace completion']),
    )
  })

  test('is the same for every terminal, home and locale', () => {
    vi.stubEnv('COLUMNS', '200')
    vi.stubEnv('FORCE_COLOR', '3')
    vi.stubEnv('NO_COLOR', undefined)
    vi.stubEnv('HOME', '/elsewhere')
    vi.stubEnv('LANG', 'ja_JP.UTF-8')
    expect(shownByHelp()).toEqual(shown)
  })
})

describe('the reference of settings', () => {
  const page = pageOf('settings')

  test.each(Object.keys(schema.properties))('tells of %s', (name) => {
    expect(page).toContain(`| \`${name}\``)
  })

  test.each([...chosenVariables, ...systemVariables, ...ownVariables].map(({ name }) => name))(
    'tells of the variable %s',
    (name) => {
      expect(page).toContain(`| \`${name}\` |`)
    },
  )

  test('names the defaults that the code has', () => {
    const rows = new Map(
      schemaRows(schema as unknown as SchemaNode, references).map((row) => [row.path, row]),
    )
    const ofServers = schemaRows(schema.$defs['program'] ?? {}, references)
    const times = ofServers.filter(({ path }) => path.endsWith('TimeoutMs')).map(({ byDefault }) => byDefault)
    expect(rows.get('spill.maxBytes')?.byDefault).toBe(`\`${contentLimits.maxBytes}\``)
    expect(times).toEqual([`\`${usualTimes.idle}\``, '', `\`${usualTimes.start}\``])
  })
})

const references = {
  resolve: (reference: string) => schema.$defs[reference.replace('#/$defs/', '')] ?? {},
}

test.each(workspacePackages().map(({ id, manifest }) => [id, manifest.name]))(
  'the reference of packages tells of %s',
  (id, name) => {
    expect(pageOf('packages')).toContain(`| [\`${name}\`](../packages/${id}.md) |`)
  },
)

test.each([
  ['an element', `declare const env: Record<string, string>\nenv['OWN_KEY']`],
  ['a member', `declare const io: { env: Record<string, string> }\nio.env.OWN_KEY`],
  [
    'a name that a constant has',
    `declare const env: Record<string, string>\nconst own = 'OWN_KEY'\nenv[own]`,
  ],
  ['a part', `declare const env: Record<string, string>\nconst { OWN_KEY: own = '' } = env`],
])('a variable is found that is read as %s', (_, text) => {
  const file = ts.createSourceFile('own.ts', text, ts.ScriptTarget.Latest, true)
  const host = {
    ...ts.createCompilerHost({}),
    getSourceFile: (name: string) => (name === 'own.ts' ? file : undefined),
  }
  const program = ts.createProgram({ rootNames: ['own.ts'], options: { noLib: true, types: [] }, host })
  const reads = environmentReads({ files: [file], checker: program.getTypeChecker() })
  expect(reads.map(({ name }) => name)).toEqual(['OWN_KEY'])
})

test('members of members stand below them with their whole path', () => {
  const item = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }
  const rows = schemaRows({ type: 'object', properties: { all: { type: 'array', items: item } } })
  expect(rows.map(({ path, type, isRequired }) => [path, type, isRequired])).toEqual([
    ['all', 'array of object', false],
    ['all[].name', 'string', true],
  ])
})

test('a text in a table is neither markup nor the end of a cell', () => {
  expect(prose('src/**/*.ts <tab> a|b `c*|d`')).toBe(String.raw`src/\*\*/\*.ts \<tab\> a\|b ${'`c*\\|d`'}`)
})
