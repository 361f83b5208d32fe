import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  conformanceServer,
  type ConformanceServer,
} from '../../packages/mcp/tests/support/conformance-server.ts'
import {
  expectedFailures,
  required,
  requireExpected,
  revisions,
  runSuite,
  type Findings,
} from './conformance.ts'
import { peer } from './peers.ts'

const suite = peer('conformance')

describe.skipIf(suite === undefined)('the official conformance suite, for servers', () => {
  let server: ConformanceServer
  beforeAll(async () => {
    server = await conformanceServer()
  })
  afterAll(() => server.close())

  const optional = expectedFailures('server')
  test('requires all that is expected to fail', () => {
    const known = revisions.flatMap((revision) => required('server', revision))
    expect(Object.keys(optional).filter((scenario) => !known.includes(scenario))).toEqual([])
  })

  describe.each(suite === undefined ? [] : revisions)('%s', (revision) => {
    let findings: Findings
    beforeAll(async () => {
      if (suite !== undefined) findings = await runSuite(suite, ['server', '--url', server.url], revision)
    }, 300_000)

    test.each(suite === undefined ? [] : required('server', revision))('%s', (scenario) => {
      requireExpected(findings.failuresOf(scenario), optional[scenario])
    })
  })
})
