import { execFileSync, spawn } from 'node:child_process'
import { cpSync, lstatSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ConfinedRoot, openProcesses } from '@millrace/host'
import { confinedFiles, findRipgrep, globTool, grepTool, ripgrepAccelerator } from '@millrace/toolbox'
import { createTools } from '@millrace/tools'
import { figure, ratio } from '../harness/format.mjs'
import { atMost } from '../harness/goal.mjs'
import { Measure } from '../harness/measure.mjs'

export const title =
  'Search: grep and glob through the pipeline, against ripgrep and git that print to a pipe, all of them warm'

const installed = fileURLToPath(new URL('../../node_modules/', import.meta.url))

/** What is searched; named, so that the tree stays the same whatever else is installed. */
const packages = [
  'arktype',
  'fast-check',
  'highlight.js',
  'knip',
  'markdown-it',
  'typescript',
  'vitest',
  'yaml',
  'zod',
]

/** Larger files are programs of other packages. */
const mostBytes = 1_500_000

/** What is searched for, by what it stands for. */
const searches = {
  'a word that is nowhere': { pattern: 'zzzqqqzzz' },
  'a rare word': { pattern: 'TODO' },
  'a word that is everywhere': { pattern: 'export' },
  'a rare word in any case': { pattern: 'createrequire', ignoreCase: true },
  'function\\s+\\w+\\(': { pattern: 'function\\s+\\w+\\(' },
  '\\d{5,}': { pattern: '\\d{5,}' },
}

const engine = 'grep, engine'
const accelerated = 'grep, ripgrep'
const json = 'rg --json'
const sorted = 'rg --sort path'

/** @param {import('../harness/pool.mjs').Pool} pool */
export async function run({ settings }) {
  const rgPath = await findRipgrep()
  if (rgPath === undefined) throw new Error('Error: @vscode/ripgrep is not installed')
  const folder = mkdtempSync(join(tmpdir(), 'millrace-bench-'))
  try {
    const count = copyPackages(folder)
    return await measureAll(folder, rgPath, Math.max(5, settings.rounds), count)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** @param {string} folder @param {string} rgPath @param {number} rounds @param {number} count */
async function measureAll(folder, rgPath, rounds, count) {
  const root = await ConfinedRoot.open(folder)
  const processes = openProcesses({ containment: 'group' })
  try {
    const files = confinedFiles(root)
    const accelerator = ripgrepAccelerator({ processes, rgPath, folder: root.path })
    const alone = createTools({ tools: [grepTool(files), globTool(files)] })
    const both = createTools({ tools: [grepTool(files, { accelerator })] })
    const rows = []
    const goals = []
    for (const [name, args] of Object.entries(searches)) {
      const peer = ['--no-config', ...(args.ignoreCase ? ['-i'] : []), '-e', args.pattern, './']
      const measures = await interleaved(rounds, {
        [engine]: () => call(alone, 'grep', args),
        [accelerated]: () => call(both, 'grep', args),
        [json]: () => printed(rgPath, ['--json', ...peer], folder),
        [sorted]: () => printed(rgPath, ['-n', '--sort', 'path', ...peer], folder),
      })
      rows.push(rowOf(name, measures, [json, sorted]))
      const over = (/** @type {string} */ ours) => measures.get(ours).over(measures.get(json), 'wall')
      goals.push(atMost(`${name}, engine, of ${json}`, over(engine), 6))
      goals.push(atMost(`${name}, with ripgrep, of ${json}`, over(accelerated), 1.2))
    }
    const listing = await interleaved(rounds, {
      'glob **': () => call(alone, 'glob', { pattern: '**' }),
      'git ls-files': () => printed('git', ['ls-files', '-co', '--exclude-standard'], folder),
      'rg --files': () => printed(rgPath, ['--no-config', '--files', '--sort', 'path'], folder),
    })
    const tables = [
      {
        caption:
          `Median milliseconds of a call over ${count} files of which the system still holds the contents, its threads ` +
          `already up, as a model meets it that searched in the last ten seconds; the first of ${rounds + 1} rounds does not ` +
          `count. In brackets, of ${json} (any order) and of ${sorted}. Each run of ripgrep starts its program, as ` +
          'each call with the accelerator does',
        columns: ['search', engine, accelerated, json, sorted],
        rows,
      },
      {
        columns: ['listing', 'glob **', 'git ls-files', 'rg --files'],
        rows: [rowOf('all files', listing, ['git ls-files', 'rg --files'])],
      },
    ]
    return { tables, goals }
  } finally {
    await processes.close()
    await root.close()
  }
}

/** @param {string} name @param {Map<string, Measure>} measures @param {string[]} peers */
function rowOf(name, measures, peers) {
  const cells = [...measures].map(([candidate, measure]) => {
    const ratios = peers.map((peer) => ratio(measure.over(measures.get(peer), 'wall')))
    const shown = figure(measure.wall / 1000)
    return peers.includes(candidate) ? shown : `${shown} (${ratios.join('; ')})`
  })
  return [name, ...cells]
}

/**
 * A copy of some installed packages, under git, with a usual ignore file; the number of files.
 * @param {string} folder
 */
function copyPackages(folder) {
  const filter = (/** @type {string} */ path) => {
    const facts = lstatSync(path)
    return facts.isDirectory() || (facts.isFile() && facts.size <= mostBytes)
  }
  for (const name of packages) cpSync(join(installed, name), join(folder, name), { recursive: true, filter })
  writeFileSync(join(folder, '.gitignore'), '*.log\n.DS_Store\ncoverage/\n/zod/\n')
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', args, { cwd: folder, maxBuffer: 2 ** 26, stdio: ['ignore', 'pipe', 'ignore'] })
  git('init', '-q')
  git('add', '-A')
  return git('ls-files').toString().split('\n').length - 1
}

/** Runs all in turns, the order changing, so that a noisy machine hits them alike. @param {number} rounds @param {Record<string, () => Promise<unknown>>} candidates */
async function interleaved(rounds, candidates) {
  const entries = Object.entries(candidates)
  const measures = new Map(entries.map(([name]) => [name, new Measure()]))
  for (let round = -1; round < rounds; round++) {
    for (let turn = 0; turn < entries.length; turn++) {
      const [name, work] = entries[(turn + round + 1) % entries.length]
      const begin = process.hrtime.bigint()
      await work()
      const wall = Number(process.hrtime.bigint() - begin) / 1000
      if (round >= 0) measures.get(name).rounds.push({ cpu: Number.NaN, wall })
    }
  }
  return measures
}

let serial = 0

/** @param {import('@millrace/tools').ToolRuntime} tools @param {string} name @param {object} args */
async function call(tools, name, args) {
  const { signal } = new AbortController()
  const result = await tools.execute({ callId: `c${(serial += 1)}`, name, arguments: args, signal })
  if (result.isError) throw new Error(result.error.message)
}

/** Runs a program and reads what it prints. @param {string} file @param {string[]} args @param {string} cwd */
function printed(file, args, cwd) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd, stdio: ['ignore', 'pipe', 'ignore'] })
    let length = 0
    child.stdout.on('data', (chunk) => (length += chunk.length))
    child.on('error', reject)
    // A search without a find ends with 1.
    child.on('close', (code) =>
      code === 0 || code === 1 ? resolve(length) : reject(new Error(`exit code ${code}`)),
    )
  })
}
