import type { Reporter, TestModule } from 'vitest/node'
import { display } from './workspace.ts'

/** Names the tests that failed first and passed when they were tried again, so that none of them goes unseen. */
export default class FlakyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const flaky = modules.flatMap((module) =>
      Array.from(module.children.allTests('passed'))
        .filter((test) => test.diagnostic()?.flaky === true)
        .map((test) => `  ${display(module.moduleId)} > ${test.fullName}`),
    )
    if (flaky.length === 0) return
    console.log(`Passed only when tried again, ${flaky.length} tests:`)
    for (const line of flaky) console.log(line)
  }
}
