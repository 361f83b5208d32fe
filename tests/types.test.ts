import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { run } from './support/packed.ts'
import { verifies } from './spec/verifies.ts'
import { root } from './support/workspace.ts'

describe('the type tests', () => {
  verifies(
    ['contract:A6'],
    'hold: what is inferred, and what must not compile',
    () => {
      const { stdout } = run(
        join(root, 'node_modules/.bin/tsc'),
        ['-p', join(root, 'tests/type-tests.json')],
        root,
      )
      expect(stdout).toBe('')
    },
    600_000,
  )
})
