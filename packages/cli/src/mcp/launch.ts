import { existsSync } from 'node:fs'
import { delimiter, isAbsolute, join, resolve } from 'node:path'
import { contains } from '@millrace/host'
import type { McpServerConfig } from '@millrace/mcp'
import type { Io } from '../io.ts'
import { sha256 } from '../trust/trust-record.ts'
import { secretHeader, secretName, variablesIn } from './fill-variables.ts'

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
  { command, args, env, cwd, sandbox }: Extract<McpServerConfig, { type: 'stdio' }>,
  root: string,
  surroundings: Io['env'],
): (readonly [string, string])[] {
  const within = programWithin(command, root, surroundings)
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

/** Where a program lies that is found in the folder; `undefined` where it is one of the machine, or none. */
function programWithin(command: string, root: string, env: Io['env']): string | undefined {
  if (/[\\/]/.test(command)) {
    const path = resolve(root, command)
    return !command.includes('${') && contains(root, path) ? path : undefined
  }
  const folders = (env['PATH'] ?? '').split(delimiter).map((folder) => resolve(root, folder))
  const found = folders.find((folder) => isAbsolute(folder) && existsSync(join(folder, command)))
  return found !== undefined && contains(root, found) ? join(found, command) : undefined
}

/** What would be started or reached, for a person who has to agree: a heading, and remarks below it. */
export interface LaunchWords {
  readonly heading: string
  readonly remarks: readonly string[]
}

/** All that a person has to know of a launch. Values that look like keys are hidden, variables in them are named. */
export function launchWords(template: McpServerConfig): LaunchWords {
  if (template.type === 'http') {
    return {
      heading: template.url,
      remarks: [
        ...named('sends the header', template.headers, secretHeader),
        ...(template.parallel === true ? ['its calls may overlap'] : []),
      ],
    }
  }
  const { command, args, env, cwd, sandbox, parallel } = template
  return {
    heading: [command, ...args].map(shellWord).join(' '),
    remarks: [
      ...named('with', env, secretName),
      ...(cwd === undefined ? [] : [`in the folder ${cwd}`]),
      ...(sandbox === true ? ['inside the sandbox'] : ['outside the sandbox: it can do what you can do']),
      ...(parallel === true ? ['its calls may overlap'] : []),
    ],
  }
}

function named(what: string, values: Readonly<Record<string, string>>, secret: RegExp): readonly string[] {
  return Object.entries(values).map(([name, value]) => `${what} ${name}=${shownValue(name, value, secret)}`)
}

function shownValue(name: string, value: string, secret: RegExp): string {
  return secret.test(name) && variablesIn(value).length === 0 ? '…' : value
}

/** A word as a shell would have to be given it. */
function shellWord(word: string): string {
  return /^[\w@%+=:,./${}-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}
