import { contentText } from '@millrace/protocol'
import { parseExact } from '../../kit/json/parse-exact.ts'
import { plainSource } from '../../kit/json/plain-source.ts'
import { printExact } from '../../kit/json/print-exact.ts'
import type { CallRecord } from './call-record.ts'

/** What a model read is compared as a whole up to so many characters. */
const longestText = 2_000

/**
 * A test of vitest that makes a call again and expects what came of it.
 * @returns `undefined` where the call has not ended, or its arguments are no JSON: no such call reaches a tool.
 */
export function testText({ tool, argumentsText, result }: CallRecord): string | undefined {
  if (result === undefined) return undefined
  const args = argumentsOf(argumentsText)
  if (args === undefined) return undefined
  return [
    `import { contentText } from '@millrace/protocol'`,
    `import { setup } from '@millrace/testkit'`,
    `import { expect, onTestFinished, test } from 'vitest'`,
    `import { tools } from './tools.ts' // where ${literal(tool)} is defined`,
    '',
    `test(${literal(`${tool} ${result.isError ? 'fails' : 'answers'} as recorded`)}, async () => {`,
    '  const bench = await setup({ tools })',
    '  onTestFinished(bench.dispose)',
    `  const result = await bench.call(${literal(tool)}, ${args})`,
    ...expectations(result).map((line) => `  ${line}`),
    '})',
    '',
  ].join('\n')
}

function expectations(result: NonNullable<CallRecord['result']>): string[] {
  const text = contentText(result.content)
  const isWhole = text.length <= longestText
  const start = isWhole ? text : text.slice(0, longestText).replace(/[\ud800-\udbff]$/, '')
  return [
    `expect(result.isError).toBe(${result.isError})`,
    ...(result.error === undefined
      ? []
      : [`expect(result.error?.info?.code).toBe(${literal(result.error.code)})`]),
    isWhole
      ? `expect(contentText(result.content)).toBe(${literal(text)})`
      : `expect(contentText(result.content).startsWith(${literal(start)})).toBe(true)`,
  ]
}

/** JSON is an expression of the language, but for one name that means something else in it. */
function argumentsOf(text: string): string | undefined {
  try {
    const value = text.trim() === '' ? {} : parseExact(text)
    const printed = printExact(value, '  ').replace(/"__proto__":/g, '["__proto__"]:')
    return plainSource(printed)
  } catch {
    return undefined
  }
}

function literal(text: string): string {
  return plainSource(JSON.stringify(text))
}
