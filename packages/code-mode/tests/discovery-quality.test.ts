import type { ToolDefinition } from '@millrace/tools'
import { describe, expect, test } from 'vitest'
import { catalogueOf } from '../src/discovery/catalogue.ts'
import { hostingRequests } from './support/hosting-requests.ts'
import { unseenRequests } from './support/hosting-requests-unseen.ts'
import { hostingTools } from './support/hosting-tools.ts'

const tools = hostingTools()

/** The requests whose tool is not among the first five that are found. */
function missed(requests: readonly (readonly [string, ...string[]])[]): string[] {
  return requests.flatMap(([request, ...wanted]) => {
    const found = catalogueOf(tools).search(request, { limit: 5 }).tools
    return found.some(({ name }) => wanted.includes(name)) ? [] : [request]
  })
}

describe('1,223 tools of a code host', () => {
  test('have names of their own, and the requests ask for tools that there are', () => {
    const names = new Set(tools.map(({ name }: ToolDefinition) => name))
    expect(names.size).toBe(1_223)
    const wanted = [...hostingRequests, ...unseenRequests].flatMap(([, ...expected]) => expected)
    expect(wanted.filter((name) => !names.has(name))).toEqual([])
  })

  test('are found: at least 95 of 100 written requests have theirs among the first five', () => {
    expect(hostingRequests).toHaveLength(100)
    expect(missed(hostingRequests).length, missed(hostingRequests).join('\n')).toBeLessThanOrEqual(5)
  })

  test('are found by requests that the search was not tuned for: at least 9 of 10', () => {
    expect(unseenRequests).toHaveLength(50)
    expect(missed(unseenRequests).length, missed(unseenRequests).join('\n')).toBeLessThanOrEqual(5)
  })
})
