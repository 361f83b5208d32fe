import { Context } from '@deepseek-ai/cordis'
import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { createTools } from './create-tools.ts'
import { ToolRuntime } from './service.ts'
import { version } from './version.ts'

const versions = Reflect.get(globalThis, Symbol.for('millrace.tools.versions')) as Set<string>

/** The warnings of a runtime that starts now. */
function warningsAtStart(): unknown[] {
  const ctx = new Context()
  const warnings: unknown[] = []
  ctx.logger.exporter({
    levels: { default: 3 },
    export: (message) => {
      if (message.type === 'warn') warnings.push(message.args[0])
    },
  })
  new ToolRuntime(ctx)
  return warnings
}

afterEach(() => void versions.delete('9.9.9'))

describe('version', () => {
  test('is the one of the manifest', () => {
    const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
    expect(version).toBe((JSON.parse(manifest) as { version: string }).version)
  })

  verifies(['contract:O4'], 'is reported once at the start, in one line, where copies differ', () => {
    versions.add('9.9.9')
    const warnings = warningsAtStart()
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toMatch(/^several versions of @millrace\/tools .*0\.1\.0, 9\.9\.9[^\n]*$/)
  })

  verifies(['contract:O4'], 'is no matter where there is one', () => {
    expect(warningsAtStart()).toEqual([])
    expect(createTools()).toBeInstanceOf(ToolRuntime)
  })
})
