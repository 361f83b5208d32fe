import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fencesOf, type Fence } from '../docs/fences.ts'
import { linesOf, type CommandLine } from '../docs/lines.ts'
import { promised } from '../docs/program.ts'
import { problemOf, type Place } from '../docs/shell.ts'
import { mustRun } from './packed.ts'
import { root } from './workspace.ts'

/** Somebody who has an empty folder, a home of their own and the page, and installs from this registry. */
export interface NewUser {
  readonly folder: string
  readonly registry: string
}

/**
 * Types all that a page shows, in its order: each line of its commands, and each program in a file.
 * @returns what did not go as the page says.
 */
export async function followed(page: string, user: NewUser): Promise<string[]> {
  const place = settled(user)
  const fences = [...fencesOf('sh'), ...fencesOf('ts')].filter((fence) => fence.page === page)
  const problems: string[] = []
  for (const fence of fences.toSorted((one, other) => one.line - other.line)) {
    if (fence.language === 'ts') problems.push(...(await ran(fence, place)))
    else {
      for (const line of linesOf(fence)) {
        const problem = await typed(line, place)
        if (problem !== undefined) problems.push(`${line.at}: ${line.text}\n${problem}`)
      }
    }
  }
  return problems
}

function settled({ folder, registry }: NewUser): Place {
  const setting = (name: string): string => mustRun('npm', ['config', 'get', name], root).trim()
  const [home, project, prefix] = ['home', 'project', 'global'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  for (const made of [home, project, prefix]) mkdirSync(made, { recursive: true })
  const state = join(folder, 'state.sh')
  writeFileSync(state, `cd '${project}'\n`)
  const env = {
    HOME: home,
    PATH: `${join(prefix, 'bin')}:${process.env['PATH'] ?? ''}`,
    MILLRACE_SANDBOX: 'off',
    NO_COLOR: '1',
    npm_config_registry: registry,
    npm_config_prefix: prefix,
    npm_config_cache: setting('cache'),
    npm_config_userconfig: setting('userconfig'),
    npm_config_prefer_offline: 'true',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
  }
  return { project, env, state }
}

async function typed(line: CommandLine, place: Place): Promise<string | undefined> {
  if (!line.text.startsWith('npm install ')) return problemOf(line, place)
  const { status, printed } = await bash(line.text, place)
  return status === 0 ? undefined : `ended with ${status}:\n${printed}`
}

/** Runs a program as the file that the page has it saved as. What it prints begins, line by line, as its arrows say. */
async function ran(fence: Fence, place: Place): Promise<string[]> {
  writeFileSync(join(place.project, 'first.mjs'), fence.code)
  const { status, printed } = await bash('node first.mjs', place)
  const expected = promised(fence)
  const said = printed.trimEnd().split('\n')
  const isKept = said.length === expected.length && expected.every((text, at) => said[at]?.startsWith(text))
  return status === 0 && isKept ? [] : [`first.mjs ended with ${status}:\n${printed}`]
}

function bash(text: string, { project, env }: Place): Promise<{ status: number | null; printed: string }> {
  const child = spawn('bash', ['-c', text], { cwd: project, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  for (const output of [child.stdout, child.stderr]) output.on('data', (chunk) => (printed += String(chunk)))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (status) => resolve({ status, printed }))
  })
}
