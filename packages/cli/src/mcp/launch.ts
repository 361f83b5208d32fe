import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, relative, resolve } from 'node:path'
import { contains } from '@millrace/host'
import type { McpServerConfig } from '@millrace/mcp'
import type { Io } from '../io.ts'
import { sha256 } from '../trust/trust-record.ts'
import { filledConfig, secretHeader, secretName, variablesIn } from './fill-variables.ts'

/**
 * What a server is started or reached by, before variables are filled in: the parts that a person agrees to, by their names.
 * Values of variables and headers are kept as hashes.
 */
export type LaunchFacts = ReadonlyMap<string, string>

/**
 * The facts of a launch. A program that is found in the folder is named by where it lies, so that a file that takes the
 * place of one of the machine is noticed.
 * @param root - the folder, absolute and without links.
 */
export function launchFacts(template: McpServerConfig, root: string, env: Io['env']): LaunchFacts {
  const facts = template.type === 'stdio' ? programFacts(template, root, env) : addressFacts(template)
  return new Map([['type', template.type], ...facts, ['parallel', String(template.parallel === true)]])
}

/** SHA-256, in hex, of all that is agreed to. */
export function launchFingerprint(name: string, facts: LaunchFacts): string {
  const sorted = [...facts].toSorted(([one], [other]) => (one < other ? -1 : 1))
  return sha256(JSON.stringify([name, ...sorted]))
}

/** What of a launch is another than what was agreed to, one line each. */
export function launchChanges(before: LaunchFacts, now: LaunchFacts): readonly string[] {
  const names = [...new Set([...before.keys(), ...now.keys()])]
  return names.flatMap((name) => {
    const [was, is] = [before.get(name), now.get(name)]
    if (was === is) return []
    if (was === undefined) return [`${name} is new${isHidden(name) ? '' : `: ${is}`}`]
    if (is === undefined) return [`${name} is gone${isHidden(name) ? '' : `: it was ${was}`}`]
    return [isHidden(name) ? `${name} was changed` : `${name} was ${was}, and is ${is}`]
  })
}

/** Facts that are kept as hashes. */
function isHidden(name: string): boolean {
  return name.startsWith('variable ') || name.startsWith('header ') || name === 'client'
}

function programFacts(
  template: Extract<McpServerConfig, { type: 'stdio' }>,
  root: string,
  surroundings: Io['env'],
): (readonly [string, string])[] {
  const { command, args, env, cwd, sandbox } = template
  const within = programWithin(template, root, surroundings)
  return [
    ['command', command],
    ['arguments', JSON.stringify(args)],
    ...(within === undefined ? [] : [['program', within] as const]),
    ...Object.entries(env).map(([name, value]) => [`variable ${name}`, sha256(value)] as const),
    ...(cwd === undefined ? [] : [['folder', cwd] as const]),
    ['sandbox', String(sandbox === true)],
  ]
}

function addressFacts({
  url,
  headers,
  oauth,
}: Extract<McpServerConfig, { type: 'http' }>): (readonly [string, string])[] {
  return [
    ['address', url],
    ...Object.entries(headers).map(
      ([name, value]) => [`header ${name.toLowerCase()}`, sha256(value)] as const,
    ),
    ...(oauth === undefined ? [] : [['client', sha256(JSON.stringify(oauth))] as const]),
  ]
}

/**
 * Where a program lies that the system would find in the folder; `undefined` where it is one of the machine, or none, or where
 * a variable has no value, as it is not started then. What is relative is seen from where the server runs.
 */
function programWithin(
  template: Extract<McpServerConfig, { type: 'stdio' }>,
  root: string,
  surroundings: Io['env'],
): string | undefined {
  const filled = filledConfig(template, surroundings, root)
  if (!('config' in filled) || filled.config.type !== 'stdio') return undefined
  const { command, cwd = root, env } = filled.config
  const search = (env['PATH'] ?? surroundings['PATH'] ?? '').split(delimiter)
  const path = /[\\/]/.test(command)
    ? resolve(cwd, command)
    : search.map((folder) => resolve(cwd, folder, command)).find(isProgram)
  return path !== undefined && contains(root, path) ? path : undefined
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    // What cannot be looked at cannot be started either.
    return false
  }
}

/** What would be started or reached, for a person who has to agree: a heading, and remarks below it. */
export interface LaunchWords {
  readonly heading: string
  readonly remarks: readonly string[]
}

/**
 * All that a person has to know of a launch. Values that look like keys are hidden, variables in them are named.
 * @param within - the folder, and the facts, of a server whose program may lie in it: its command may not say so.
 */
export function launchWords(
  template: McpServerConfig,
  within?: { readonly folder: string; readonly facts: LaunchFacts },
): LaunchWords {
  if (template.type === 'http') {
    return {
      heading: template.url,
      remarks: [
        ...named('sends the header', template.headers, secretHeader),
        ...loginWords(template),
        ...(template.parallel === true ? ['its calls may overlap'] : []),
      ],
    }
  }
  const { command, args, env, cwd, sandbox, parallel } = template
  const program = within?.facts.get('program')
  return {
    heading: [command, ...args].map(shellWord).join(' '),
    remarks: [
      ...(within === undefined || program === undefined
        ? []
        : [`the program is of this folder: ${relative(within.folder, program)}`]),
      ...named('with', env, secretName),
      ...(cwd === undefined ? [] : [`in the folder ${cwd}`]),
      ...(sandbox === true ? ['inside the sandbox'] : ['outside the sandbox: it can do what you can do']),
      ...(parallel === true ? ['its calls may overlap'] : []),
    ],
  }
}

/** Whom it is told to be at a login: variables can stand in all of that. */
function loginWords({ oauth }: Extract<McpServerConfig, { type: 'http' }>): readonly string[] {
  if (oauth === undefined) return []
  const { clientId, clientSecret, scopes = [] } = oauth
  return [
    ...(clientId === undefined ? [] : [`a login is made as the client ${clientId}`]),
    ...(clientSecret === undefined
      ? []
      : [`a login sends the secret ${shownValue('secret', clientSecret, secretName)}`]),
    ...(scopes.length === 0 ? [] : [`a login asks for ${scopes.join(' ')}`]),
  ]
}

function named(what: string, values: Readonly<Record<string, string>>, secret: RegExp): readonly string[] {
  return Object.entries(values).map(([name, value]) => `${what} ${name}=${shownValue(name, value, secret)}`)
}

function shownValue(name: string, value: string, secret: RegExp): string {
  return secret.test(name) && variablesIn(value).length === 0 ? '…' : value
}

/** A word as a shell would have to be given it; variables stand as they are written, and are not filled in. */
function shellWord(word: string): string {
  return /^[\w@%+=:,./${}-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
