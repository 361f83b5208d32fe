import { afterAll, beforeAll, describe, test } from 'vitest'
import {
  compileClient,
  expectedFailures,
  required,
  requireExpected,
  revisions,
  runSuite,
  type Findings,
} from './conformance.ts'
import { peer } from './peers.ts'

const suite = peer('conformance')

describe.skipIf(suite === undefined)('the official conformance suite, for clients', () => {
  let client: Awaited<ReturnType<typeof compileClient>>
  beforeAll(async () => {
    client = await compileClient()
  }, 120_000)
  afterAll(() => client.remove())

  describe.each(suite === undefined ? [] : revisions)('%s', (revision) => {
    let findings: Findings
    beforeAll(async () => {
      if (suite === undefined) return
      findings = await runSuite(
        suite,
        ['client', '--command', client.command, '--timeout', '110000'],
        revision,
      )
    }, 300_000)

    const optional = expectedFailures('client')
    test.each(suite === undefined ? [] : required('client', revision))('%s', (scenario) => {
      requireExpected(findings.failuresOf(scenario), optional[scenario])
    })
  })
})
