import { canonicalJson } from '@millrace/schema'
import type { ToolExecutionResult } from '@millrace/tools'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { McpError, type McpErrorCode, type ServerSettings } from '../../src/index.ts'
import { hostileBench, type HostileBench, type Visit } from './hostile-bench.ts'

/** What a call came to: the value as text, JSON where it is none, or the code of its failure. */
type Said = string | RegExp

/** What one misbehaviour comes to. What is not said is as if the server were right. */
export interface Lie {
  readonly settings?: ServerSettings
  /** The code, or one of the codes, of the error for which it is not ready. */
  readonly fails?: McpErrorCode | readonly McpErrorCode[]
  /** All tools that it has, by the names that it gives them, or one of them; `echo` alone unless given. */
  readonly tools?: readonly string[] | RegExp
  /** One of the sentences on what was left out or widened. None at all unless given. */
  readonly problem?: RegExp
  /** What a call of `echo` comes to. */
  readonly echo?: Said
  /** What a call of `bad` comes to. */
  readonly bad?: Said
  /** Further looks at the server while it is there. */
  readonly also?: (visit: Visit, bench: HostileBench) => void | Promise<void>
}

/** One result as text: the value, or `!` and the code of the failure. */
export function said(result: ToolExecutionResult): string {
  if (result.isError) return `!${result.error.info?.code ?? result.error.message}`
  return typeof result.value === 'string' ? result.value : canonicalJson(result.value)
}

/** How `echo` and `bad` are called. */
export const words = { text: `${'a'.repeat(64)}!` }

/**
 * Tests for all behaviours of a kind: each is the server beside one that is right, and is sent away again.
 * @param prove - makes a test of one, with the rules that it proves.
 * @param together - several at once; for behaviours that mostly wait.
 */
export function lies(
  kind: string,
  told: Readonly<Record<string, Lie>>,
  prove: (title: string, body: () => Promise<void>) => void,
  together = true,
): void {
  describe(`servers that lie in ${kind}`, () => {
    let bench: HostileBench
    beforeAll(async () => {
      bench = await hostileBench()
    })
    afterAll(async () => {
      await bench.close()
      expect(bench.fetched).toEqual([])
    })

    test('are all told of here, and are twenty at least', async () => {
      const { behaviours } = (await import(`./program/${kind}.mjs`)) as { behaviours: object }
      expect(Object.keys(told).toSorted()).toEqual(Object.keys(behaviours).toSorted())
      expect(Object.keys(told).length).toBeGreaterThanOrEqual(20)
    })

    const each = together ? describe.concurrent : describe
    each(kind, () => {
      for (const [name, lie] of Object.entries(told)) {
        prove(name, () => receive(bench, `${kind}/${name}`, lie))
      }
    })
  })
}

async function receive(bench: HostileBench, behaviour: string, lie: Lie): Promise<void> {
  const visit = await bench.visit(behaviour, lie.settings)
  const [calls] = await Promise.all([lookAt(bench, visit, lie), bench.sing()])
  expect(calls).toEqual([])
  await lie.also?.(visit, bench)
  grantsNothing(bench, visit)
  const { living } = await visit.leave()
  expect(living).toEqual([])
  expect(bench.ctx.tools.schemas().filter(({ name }) => name.startsWith(`mcp__${visit.name}__`))).toEqual([])
  await bench.sing()
}

/** Compares what it came to with what is told; returns what differs, so that one look shows all of it. */
async function lookAt({ mcp }: HostileBench, visit: Visit, lie: Lie): Promise<readonly string[]> {
  const { state } = visit.status()
  if (lie.fails !== undefined) return aboutFailure(visit, lie.fails)
  if (state.kind !== 'ready') return [`is ${state.kind}: ${'error' in state ? state.error.message : ''}`]
  const tools = aboutTools(visit, lie)
  const echo = lie.echo ?? (lie.tools === undefined ? `echo: ${words.text}` : undefined)
  const calls = [await aboutCall(visit, 'bad', lie.bad), await aboutCall(visit, 'echo', echo)]
  expect(mcp.servers().find(({ name }) => name === 'canary')?.state.kind).toBe('ready')
  // Schemas are compiled with the first call, so what of them cannot be checked is known after it.
  return [...tools, ...calls.flat(), ...aboutProblems(visit, lie.problem)]
}

function aboutFailure(visit: Visit, told: McpErrorCode | readonly McpErrorCode[]): readonly string[] {
  const { state } = visit.status()
  if (!('error' in state)) return [`is ${state.kind}, with ${visit.remoteNames().join()}`]
  expect(state.error).toBeInstanceOf(McpError)
  expect(state.error.server).toBe(visit.name)
  expect(state.error.message).not.toMatch(unsafe)
  expect(state.error.message.length).toBeLessThan(10_000)
  return [told].flat().includes(state.error.code as McpErrorCode)
    ? []
    : [`failed with ${state.error.code}: ${state.error.message}`]
}

function aboutTools(visit: Visit, { tools, bad }: Lie): readonly string[] {
  const listed = visit.remoteNames()
  const expected = tools ?? (bad === undefined ? ['echo'] : ['bad', 'echo'])
  const asTold =
    expected instanceof RegExp
      ? listed.some((name) => expected.test(name))
      : listed.toSorted().join('\0') === expected.toSorted().join('\0')
  return asTold ? [] : [`has the tools ${JSON.stringify(listed).slice(0, 500)}`]
}

function aboutProblems(visit: Visit, told: RegExp | undefined): readonly string[] {
  const { problems } = visit.status()
  for (const one of problems) expect(one).not.toMatch(unsafe)
  for (const one of problems) expect(one.length).toBeLessThan(10_000)
  const asTold = told === undefined ? problems.length === 0 : problems.some((one) => told.test(one))
  return asTold ? [] : [`has the problems ${JSON.stringify(problems).slice(0, 500)}`]
}

async function aboutCall(visit: Visit, tool: string, told: Said | undefined): Promise<readonly string[]> {
  if (told === undefined) return []
  const result = await visit.call(tool, words)
  if (result.isError) expect(result.error.message).not.toMatch(unsafe)
  const came = said(result)
  return matches(told, came)
    ? []
    : [`${tool} came to ${came.slice(0, 500)} ${result.isError ? result.error.message.slice(0, 500) : ''}`]
}

const matches = (told: Said, came: string): boolean =>
  told instanceof RegExp ? told.test(came) : told === came

/** Characters that draw on a terminal, or that no eye sees; lines and tabs are none. */
const unsafe = /(?![\n\t])\p{Cc}|[\u{e0000}-\u{e007f}\u200b\u202a-\u202e\u2066-\u2069]/u

/** What holds of each tool of each server, whatever it says of itself. */
function grantsNothing({ ctx }: HostileBench, visit: Visit): void {
  const schemas = ctx.tools.schemas()
  expect(JSON.stringify(schemas).length).toBeLessThan(16 * 1024 * 1024)
  for (const { name } of visit.status().tools) {
    expect(name).toMatch(/^mcp__[A-Za-z0-9_-]{1,59}$/)
    const tool = ctx.tools.get(name)
    expect(tool?.effects ?? 'other').toBe('other')
    expect(tool?.isConcurrencySafe?.({})).not.toBe(true)
    expect(tool?.timeoutMs).toBeUndefined()
    expect(tool?.description.length).toBeLessThan(100_000)
    expect(tool?.description).not.toMatch(unsafe)
  }
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
}

/** What the client answered. */
export interface Answer {
  readonly id?: unknown
  readonly result?: unknown
  readonly error?: { readonly code: number }
}

/** What the client said to the server, by the id under which it was asked. */
export function answersTo(visit: Visit): ReadonlyMap<unknown, Answer> {
  const answers = visit.records().flatMap(({ answer }) => (answer === undefined ? [] : [answer as Answer]))
  return new Map(answers.map((answer) => [answer.id, answer]))
}
