import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Tests that watch how long the process is held up run after the others and one file at a time. */
const alone = '**/*.alone.test.ts'

/**
 * Tests that put something in the place of a module, that watch what is imported or what the whole process holds, and those with
 * a browser, a server or a disk of their own.
 */
const separate = [
  'packages/**/*.mocked.test.ts',
  'packages/**/*.separate.test.ts',
  'packages/web/tests/browser/**/*.test.ts',
  'packages/cli/tests/web-*.test.ts',
  'packages/host/tests/**/*.test.ts',
]

/** Tests of everything that a quick one stands for: `npm run test:long`. */
const long = process.env['MILLRACE_LONG'] === undefined ? ['**/*.long.*'] : []

export default defineConfig({
  resolve: { conditions: ['@millrace/source'] },
  ssr: { resolve: { conditions: ['@millrace/source'] } },
  test: {
    testTimeout: 240_000,
    hookTimeout: 120_000,
    teardownTimeout: 60_000,
    // A machine that is busy with other tests may take its time.
    expect: { poll: { timeout: 10_000 } },
    // Most tests wait for processes, and a machine with two cores would idle with one worker for each.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    // Where nobody looks on, a machine that others use may hold up what a test waits for; the report names what needed this.
    retry: process.env['CI'] === undefined ? 0 : 1,
    reporters: ['default', './tests/support/flaky-reporter.ts', './tests/support/skipped-reporter.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['packages/*/{src,tests}/**/*.test.ts', 'packages/web/ui/**/*.test.ts'],
          exclude: [alone, ...separate, ...long, '**/node_modules/**'],
          // A process keeps the modules that it has loaded: that is a third of all the work.
          isolate: false,
          setupFiles: './tests/support/process-as-found.ts',
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'separate',
          include: [...separate, 'tests/**/*.test.ts'],
          exclude: [alone, ...long, '**/node_modules/**'],
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          include: [`packages/${alone}`],
          exclude: [...long, '**/node_modules/**'],
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
    coverage: {
      include: ['packages/{schema,schedule,scope,tools}/src/**/*.ts'],
      exclude: ['**/*.test.ts', '**/*.test-d.ts'],
      thresholds: { lines: 95, branches: 95 },
    },
  },
})
