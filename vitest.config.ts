import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { conditions: ['@millrace/source'] },
  ssr: { resolve: { conditions: ['@millrace/source'] } },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'packages/*/tests/**/*.test.ts', 'tests/**/*.test.ts'],
    testTimeout: 30_000,
    coverage: {
      include: ['packages/{schema,schedule,scope,tools}/src/**/*.ts'],
      exclude: ['**/*.test.ts', '**/*.test-d.ts'],
      thresholds: { lines: 95, branches: 95 },
    },
  },
})
