import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ToolDefinition } from '@millrace/tools'
import { root } from '../../../tests/support/workspace.ts'
import { verifies } from '../../../tests/spec/verifies.ts'
import { sdkText } from '../src/index.ts'
import { schemaAndValue, type SchemaAndValue } from './support/schema-and-value.ts'
import { isLong } from '../../../tests/support/effort.ts'

const count = isLong ? 5_000 : 300
const seed = Math.floor(Math.random() * 2 ** 31)

const toolNames = [
  'get',
  'a-b',
  'a_b',
  'class',
  '_x',
  'list',
  '1',
  'match',
  'get.it',
  'Get',
  '__proto__',
  'then',
]

/** Tools of schemas made at random; what each returns, and is given, comes with a value. */
const samples = fc.sample(fc.tuple(schemaAndValue, schemaAndValue), { numRuns: count, seed })
const tools = samples.map(([args, output], at) => toolOf(nameOf(at), args, output))

function nameOf(at: number): string {
  const name = toolNames[at % toolNames.length] ?? 'x'
  return at < toolNames.length ? name : `${name}${at}`
}

function toolOf(name: string, args: SchemaAndValue, output: SchemaAndValue): ToolDefinition {
  const parameters = {
    type: 'object',
    properties: { given: args.schema },
    required: ['given'],
    additionalProperties: false,
  }
  const shown = { schema: output.schema, render: () => [] }
  const description = `${name} */ """ \\ \ud800`
  return {
    name,
    description,
    parameters,
    output: shown,
    execute: () => Promise.resolve(0),
  } as unknown as ToolDefinition
}

/** What stands between the fences. */
function program(language: string): string {
  const text = sdkText(tools, language)
  return text.slice(text.indexOf('\n', text.indexOf('\n```') + 1), text.lastIndexOf('```'))
}

let folder = ''

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-sdk-'))
})

afterAll(() => rmSync(folder, { recursive: true }))

function run(command: string, args: readonly string[]): string {
  const { stdout, stderr, error } = spawnSync(command, args, { cwd: folder, encoding: 'utf8' })
  return error === undefined ? `${stdout}${stderr}`.slice(0, 4_000) : String(error)
}

const withoutPython = spawnSync('python3', ['--version']).status !== 0

describe(`SDK texts of ${count} pairs of schemas, seed ${seed}`, () => {
  verifies(
    ['contract:TS1', 'contract:TS2'],
    'compile as strict TypeScript, with values that fit the schemas',
    () => {
      const uses = samples.map(([args, output], at) => {
        const name = JSON.stringify(nameOf(at))
        const given = `const given${at}: ToolArgsMap[${name}] = { given: ${JSON.stringify(args.value)} }`
        return `${given}\nconst output${at}: ToolOutputMap[${name}] = ${JSON.stringify(output.value)}\nvoid [given${at}, output${at}]`
      })
      const call = 'void tools["a-b"](given1).then((value: ToolOutputMap["a-b"]) => value)'
      writeFileSync(join(folder, 'sdk.ts'), [program('typescript'), ...uses, call, 'export {}'].join('\n'))
      const tsc = join(root, 'node_modules/.bin/tsc')
      expect(run(tsc, ['--strict', '--noEmit', '--target', 'es2023', '--types', '', 'sdk.ts'])).toBe('')
    },
  )

  if (withoutPython) test.skip('run as Python: there is no python3 here', () => {})
  else {
    verifies(['contract:PY1', 'contract:PY2', 'contract:PY5'], 'are compiled and run by Python', () => {
      writeFileSync(join(folder, 'sdk.py'), program('python'))
      expect(run('python3', ['-m', 'py_compile', 'sdk.py'])).toBe('')
      // Running it evaluates all annotations.
      expect(run('python3', ['-W', 'error', 'sdk.py'])).toBe('')
    })
  }
})
