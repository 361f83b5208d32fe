import { text } from '@millrace/protocol'
import { describe, expect, it } from 'vitest'
import type { CallRecord } from './call-record.ts'
import { testText } from './test-text.ts'

const call = (
  tool: string,
  argumentsText: string,
  result?: Partial<NonNullable<CallRecord['result']>>,
): CallRecord => ({
  callId: 'c1',
  tool,
  argumentsText,
  seq: 0,
  at: 0,
  questions: [],
  grants: [],
  spills: [],
  progress: 0,
  ...(result !== undefined && { result: { seq: 1, at: 1, isError: false, content: [], ...result } }),
})

describe('testText', () => {
  it('makes the call again and expects what came of it', () => {
    expect(testText(call('read', '{"path":"a.ts","limit":10}', { content: [text('1\tone')] }))).toBe(
      [
        `import { contentText } from '@millrace/protocol'`,
        `import { setup } from '@millrace/testkit'`,
        `import { expect, onTestFinished, test } from 'vitest'`,
        `import { tools } from './tools.ts' // where "read" is defined`,
        '',
        'test("read answers as recorded", async () => {',
        '  const bench = await setup({ tools })',
        '  onTestFinished(bench.dispose)',
        '  const result = await bench.call("read", {',
        '    "path": "a.ts",',
        '    "limit": 10',
        '  })',
        '  expect(result.isError).toBe(false)',
        String.raw`  expect(contentText(result.content)).toBe("1\tone")`,
        '})',
        '',
      ].join('\n'),
    )
  })

  it('expects the code of a failure', () => {
    const result = {
      isError: true,
      error: { name: 'FsError', code: 'FS_NOT_FOUND' },
      content: [text('Error: gone')],
    }
    expect(testText(call('read', '', result))).toContain(
      'expect(result.error?.info?.code).toBe("FS_NOT_FOUND")',
    )
  })

  it('writes out what an editor would hide, and a name that means something else in the language', () => {
    const made = testText(call('echo', '{"__proto__":1,"a":"\u202e"}', {}))
    expect(made).toContain('["__proto__"]: 1')
    expect(made).toContain(String.raw`"a": "\u202e"`)
  })

  it('is for calls that ended, with arguments that a tool can be called with', () => {
    expect(testText(call('read', '{}'))).toBeUndefined()
    expect(testText(call('read', '{"a":', {}))).toBeUndefined()
  })
})
