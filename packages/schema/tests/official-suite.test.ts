import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  assertSupportedJsonSchema,
  compileForeignSchema,
  JsonSchemaError,
  validateJsonSchemaValue,
  type JsonSchemaNode,
  type JsonValue,
} from '@millrace/schema'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'

/** The official JSON Schema test suite, which is read in place and no part of this project. */
const suite =
  process.env['MILLRACE_JSON_SCHEMA_SUITE'] ??
  fileURLToPath(new URL('../../../../shared/data/json-schema-test-suite', import.meta.url))

interface Group {
  readonly description: string
  readonly schema: JsonValue
  readonly tests: readonly {
    readonly description: string
    readonly data: JsonValue
    readonly valid: boolean
  }[]
}

const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))

function requiredGroups(): Group[] {
  const folder = join(suite, 'draft2020-12')
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return files.flatMap((name) =>
    (readJson(join(folder, name)) as Group[]).map((group) => ({
      ...group,
      description: `${name}: ${group.description}`,
    })),
  )
}

/** The documents that the suite's schemas refer to, under the addresses that they use. */
function remotes(): Record<string, JsonValue> {
  const folder = join(suite, 'remotes')
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.json'),
  )
  return Object.fromEntries(
    names.map((name) => [
      `http://localhost:1234/${name.replaceAll('\\', '/')}`,
      readJson(join(folder, name)) as JsonValue,
    ]),
  )
}

/** Keywords that say something about a value and demand nothing of it. */
const annotations = [
  '$schema',
  '$comment',
  'format',
  'deprecated',
  'readOnly',
  'writeOnly',
  'contentEncoding',
  'contentMediaType',
  'contentSchema',
]

/** A schema without annotations, wherever the subset would look for a schema. */
function withoutAnnotations(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return schema
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword]) => !annotations.includes(keyword))
      .map(([keyword, value]: [string, unknown]) => {
        if (keyword === 'items') return [keyword, withoutAnnotations(value)]
        if (keyword === 'oneOf' && Array.isArray(value)) return [keyword, value.map(withoutAnnotations)]
        if (keyword !== 'properties' || typeof value !== 'object' || value === null) return [keyword, value]
        return [
          keyword,
          Object.fromEntries(Object.entries(value).map(([name, node]) => [name, withoutAnnotations(node)])),
        ]
      }),
  )
}

function inSubset(schema: unknown): schema is JsonSchemaNode {
  try {
    assertSupportedJsonSchema(schema)
    return true
  } catch (error) {
    expect(error).toBeInstanceOf(JsonSchemaError)
    return false
  }
}

describe('the official JSON Schema suite, draft 2020-12', () => {
  if (!existsSync(suite)) {
    test.skip(`skipped: there is no suite at ${suite}; MILLRACE_JSON_SCHEMA_SUITE names another folder`, () => {})
    return
  }

  verifies(['security:J5', 'contract:J1'], 'the subset passes every test that it can express', () => {
    let passed = 0
    for (const { description, schema, tests } of requiredGroups()) {
      const own = withoutAnnotations(schema)
      if (!inSubset(own)) continue
      for (const { description: title, data, valid } of tests) {
        const accepted = validateJsonSchemaValue(own, data).length === 0
        expect([description, title, accepted]).toEqual([description, title, valid])
        passed++
      }
    }
    expect(passed).toBeGreaterThan(150)
  })

  verifies(
    ['security:J5', 'fault:B014'],
    'the full validator passes every required test but those with file: identifiers',
    async () => {
      const known = remotes()
      let passed = 0
      for (const { description, schema, tests } of requiredGroups()) {
        if (JSON.stringify(schema).includes('"file:')) continue
        const check = await compileForeignSchema(schema, { remotes: known })
        for (const { description: title, data, valid } of tests) {
          const accepted = check(data).length === 0
          expect([description, title, accepted]).toEqual([description, title, valid])
          passed++
        }
      }
      expect(passed).toBeGreaterThan(1_200)
    },
    120_000,
  )
})
