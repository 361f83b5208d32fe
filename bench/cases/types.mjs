import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { declarations, typedTools } from '../candidates/typed-tools.mjs'
import { figure, ratio } from '../harness/format.mjs'
import { atMost } from '../harness/goal.mjs'
import { median } from '../harness/stats.mjs'

export const title = 'Types: 200 tools with typed parameters and outputs'

const modules = fileURLToPath(new URL('../node_modules/', import.meta.url))
// Below node_modules, so that imports resolve as they do for any project that depends on the packages.
const workplace = join(modules, '.cache', 'millrace-bench-types')
const compilers = {
  'TypeScript 6': join(modules, 'typescript-6', 'bin', 'tsc'),
  'TypeScript 7': join(modules, 'typescript', 'bin', 'tsc'),
}
const options = {
  target: 'es2023',
  lib: ['es2023', 'dom'],
  module: 'nodenext',
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  noEmit: true,
  types: [],
}

/** @typedef {{ instantiations: number, seconds: number }} Check */

/** @param {import('../harness/pool.mjs').Pool} pool */
export async function run(pool) {
  const rounds = Math.min(3, pool.settings.rounds)
  /** @type {Map<string, Check[]>} */
  const checks = new Map()
  /** @type {Map<string, string>} */
  const refused = new Map()
  try {
    for (const name of Object.keys(declarations)) writeProject(name)
    for (let round = 0; round < rounds; round++) {
      for (const compiler of Object.keys(compilers)) {
        for (const name of Object.keys(declarations)) {
          const key = `${name}, ${compiler}`
          if (refused.has(key)) continue
          try {
            checks.set(key, [...(checks.get(key) ?? []), check(name, compiler)])
          } catch (error) {
            refused.set(key, error instanceof Error ? error.message : String(error))
          }
        }
      }
    }
  } finally {
    rmSync(workplace, { recursive: true, force: true })
  }
  return findings(checks, refused)
}

/** @param {Map<string, Check[]>} checks @param {Map<string, string>} refused */
function findings(checks, refused) {
  const count = (/** @type {string} */ name, compiler = 'TypeScript 7') =>
    checks.get(`${name}, ${compiler}`)?.[0]?.instantiations
  const seconds = (/** @type {string} */ name, /** @type {string} */ compiler) =>
    figure(median((checks.get(`${name}, ${compiler}`) ?? []).map((one) => one.seconds)))
  const over = (/** @type {string} */ name, /** @type {string} */ base) => {
    const [mine, theirs] = [count(name), count(base)]
    return mine === undefined || theirs === undefined ? undefined : mine / theirs
  }
  const rows = Object.keys(declarations).map((name) => [
    name,
    figure(count(name)),
    ratio(over(name, 'DSH')),
    ...Object.keys(compilers).map((compiler) => seconds(name, compiler)),
  ])
  const columns = [
    'declared with',
    'instantiations',
    'of DSH',
    ...Object.keys(compilers).map((name) => `check s, ${name}`),
  ]
  const notes = [...refused].map(([key, message]) => `${key}: not measured: ${message}`)
  return {
    tables: [{ columns, rows, notes }],
    goals: [
      atMost('instantiations, of DSH', over('Millrace', 'DSH'), 1),
      atMost('instantiations, of zod 4', over('Millrace', 'zod 4'), 0.6),
    ],
  }
}

/** @param {string} name */
const placeOf = (name) => join(workplace, name.replaceAll(' ', '-'))

/** @param {string} name */
function writeProject(name) {
  const place = placeOf(name)
  mkdirSync(place, { recursive: true })
  writeFileSync(join(place, 'package.json'), '{ "type": "module" }\n')
  writeFileSync(
    join(place, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, include: ['tools.ts'] }),
  )
  writeFileSync(join(place, 'tools.ts'), typedTools(name, 200))
}

/** Checks a project once. @param {string} name @param {string} compiler @returns {Check} */
function check(name, compiler) {
  const binary = compilers[/** @type {keyof typeof compilers} */ (compiler)]
  const args = [binary, '-p', placeOf(name), '--extendedDiagnostics', '--pretty', 'false']
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (status !== 0)
    throw new Error(
      (stdout + stderr)
        .split('\n')[0]
        ?.replace(/^.*tools\.ts/, 'tools.ts')
        .slice(0, 160),
    )
  return { instantiations: read(stdout, 'Instantiations'), seconds: read(stdout, 'Check time') }
}

/** @param {string} diagnostics @param {string} name */
function read(diagnostics, name) {
  const found = new RegExp(`^${name}:\\s+([\\d.]+)`, 'm').exec(diagnostics)
  if (!found) throw new Error(`the compiler does not report "${name}"`)
  return Number(found[1])
}
