import { defineTool, type ToolDefinition } from '@millrace/tools'
import type { ParameterSchemaSpec } from '@millrace/schema'
import { details } from './hosting-details.ts'
import { moreFamilies } from './hosting-families-more.ts'
import { families } from './hosting-families.ts'

const string = (description: string, required = true): ParameterSchemaSpec[string] =>
  required ? { type: 'string', description, required } : { type: 'string', description }

const inRepo: ParameterSchemaSpec = {
  owner: string('The account owner of the repository.'),
  repo: string('The name of the repository.'),
}

const scopes: Readonly<Record<string, ParameterSchemaSpec>> = {
  none: {},
  me: {},
  repo: inRepo,
  org: { org: string('The organization name.') },
  user: { username: string('The handle of the account.') },
  team: { org: string('The organization name.'), team_slug: string('The slug of the team name.') },
  enterprise: { enterprise: string('The slug of the enterprise.') },
  gist: { gist_id: string('The unique identifier of the gist.') },
  env: { ...inRepo, environment_name: string('The name of the environment.') },
  issue: { ...inRepo, issue_number: { type: 'integer', required: true } },
  pull: { ...inRepo, pull_number: { type: 'integer', required: true } },
  run: { ...inRepo, run_id: { type: 'integer', required: true } },
}

const paging: ParameterSchemaSpec = {
  per_page: { type: 'integer', description: 'Results per page, 100 at most.' },
  page: { type: 'integer', description: 'The page of results to fetch.' },
}

const notes = [
  'Anyone with read access can use this; some fields need write access.',
  'Fine-grained access tokens need the matching permission, classic tokens the `repo` scope.',
  'Only owners and administrators can use this.',
  'This endpoint is paginated and returns at most 100 results per page.',
  'Requests that come too fast are limited; wait for as long as the answer says.',
  'Apps need the installation permission of the same name.',
]

interface Operation {
  readonly name: string
  readonly sentence: string
  readonly isList: boolean
  readonly writes: boolean
}

const isVowel = (phrase: string): boolean => /^[aeiou]/i.test(phrase)
const article = (phrase: string): string =>
  phrase.endsWith('s') ? phrase : `${isVowel(phrase) ? 'an' : 'a'} ${phrase}`

function plural(phrase: string): string {
  const [noun = '', ...rest] = phrase.split(/(?= of | for | whom | on | to | in | by )/)
  const many = noun.endsWith('s')
    ? noun
    : /(?:x|ch|sh)$/.test(noun)
      ? `${noun}es`
      : /[^aeiou]y$/.test(noun)
        ? `${noun.slice(0, -1)}ies`
        : `${noun}s`
  return [many, ...rest].join('')
}

const letters: Readonly<Record<string, (noun: string, phrase: string) => Operation>> = {
  l: (noun, phrase) => operation(`list_${plural(noun)}`, `List ${plural(phrase)}`, 'list'),
  c: (noun, phrase) => operation(`create_${noun}`, `Create ${article(phrase)}`, 'write'),
  g: (noun, phrase) => operation(`get_${noun}`, `Get ${article(phrase)}`, 'read'),
  u: (noun, phrase) => operation(`update_${noun}`, `Update ${article(phrase)}`, 'write'),
  d: (noun, phrase) => operation(`delete_${noun}`, `Delete ${article(phrase)}`, 'read'),
}

function operation(name: string, sentence: string, kind: 'list' | 'read' | 'write'): Operation {
  return { name, sentence, isList: kind === 'list', writes: kind === 'write' }
}

function operationsOf(noun: string, phrase: string, list: string): Operation[] {
  const [, usual = '', own = ''] = /^((?:[lcgud](?:\s+|$))*)(.*)$/.exec(list) ?? []
  const usualOnes = usual.split(/\s+/).flatMap((letter) => letters[letter]?.(noun, phrase) ?? [])
  const ownOnes = own.split(';').flatMap((part) => {
    const [verb = '', sentence = ''] = part.trim().split('=')
    if (verb === '') return []
    const kind = sentence.startsWith('List')
      ? 'list'
      : /^(?:Get|Check|Download)/.test(sentence)
        ? 'read'
        : 'write'
    return [operation(`${noun}_${verb}`, sentence, kind)]
  })
  return [...usualOnes, ...ownOnes]
}

function parametersOf(scope: string, noun: string, { name, isList, writes }: Operation): ParameterSchemaSpec {
  const key = noun.replaceAll('-', '_')
  const isOne = /^(?:get|update|delete)_/.test(name) || (!isList && name.startsWith(noun))
  return {
    ...scopes[scope],
    ...(isOne && { [`${key}_id`]: string(`The unique identifier of the ${noun.replaceAll('_', ' ')}.`) }),
    ...(isList && paging),
    ...(writes && { title: string('A short name.', false), body: string('The content.', false) }),
  }
}

function namedArguments(names: string): ParameterSchemaSpec {
  const found = names.split(' ').filter((name) => name !== '')
  return Object.fromEntries(
    found.map((name) => [name, { type: 'json' as const, description: `The ${name}.` }]),
  )
}

/** The namespace itself is not said twice: `issues_create`, and not `issues_create_issue`. */
function nameOf(namespace: string, noun: string, { name }: Operation): string {
  const isOwn = namespace === noun || namespace === plural(noun)
  const rest = !isOwn ? name : name.replace(new RegExp(`_(?:${plural(noun)}|${noun})$|^${noun}_`), '')
  return namespace === 'search' ? `${namespace}_${noun}` : `${namespace}_${rest}`
}

function toolsOf(line: string): ToolDefinition[] {
  const [namespace = '', noun = '', phrase = '', scope = '', list = ''] = line
    .split('|')
    .map((part) => part.trim())
  return operationsOf(noun, phrase, list).map((each, at) => {
    const note = notes[(namespace.length + noun.length + at) % notes.length]
    const name = nameOf(namespace, noun, each)
    const [more, args] = details[name] ?? ['', '']
    return defineTool({
      name,
      description: [`${each.sentence}.`, ...(more === '' ? [] : [more]), note].join(' '),
      parameters: { ...parametersOf(scope, noun, each), ...namedArguments(args) },
      output: {
        schema: {
          type: 'object',
          properties: { id: { type: 'integer' }, url: { type: 'string' } },
          additionalProperties: true,
        },
        render: () => [],
      },
      execute: async () => ({}),
    })
  })
}

/** The operations of a large code host as tools: 1,223 of them, always the same. */
export function hostingTools(): readonly ToolDefinition[] {
  return `${families}${moreFamilies}`
    .split('\n')
    .filter((line) => line !== '')
    .flatMap(toolsOf)
}
