import { text } from '@millrace/protocol'
import type { PreToolDecision, ToolApprovalRequest } from '@millrace/tools'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { redaction } from '../src/redaction.ts'
import {
  after,
  answering,
  before,
  command,
  deciding,
  openHookBench,
  recording,
  sharedProcesses,
} from './support/hook-bench.ts'
import { failed, succeeded, ways } from './support/policy-bench.ts'

const processes = sharedProcesses()

describe.runIf(process.platform !== 'win32').each(ways)('a hook before %s', (_, input) => {
  test('that ends with 2 denies, and what it printed is the reason', async () => {
    const { call, ran } = await openHookBench(processes(), before('echo "no rm here" >&2; exit 2'))
    const { error } = failed(await call('bash', { command: 'rm -rf /' }, input))
    expect(error.message).toBe('PreToolUse hook "echo "no rm here" >&2; exit 2" blocked the call: no rm here')
    expect(ran).toEqual([])
  })

  verifies(['fault:B059'], 'that ends with 2 in silence denies with a reason of ours', async () => {
    for (const line of ['exit 2', 'echo for the log; exit 2', 'printf " \\n\\t" >&2; exit 2']) {
      const { call, ran } = await openHookBench(processes(), before(line))
      const { error } = failed(await call('bash', {}, input))
      expect(error.message).toContain('blocked the call and gave no reason')
      expect(ran).toEqual([])
    }
  })

  test('that ends with 0 and says nothing, or talks, lets the call go on', async () => {
    for (const line of ['true', 'echo all is well', 'echo noise >&2', recording]) {
      const { call, ran, told } = await openHookBench(processes(), before(line))
      succeeded(await call('bash', {}, input))
      expect({ ran, told }).toEqual({ ran: ['bash'], told: [] })
    }
  })

  test('that ends otherwise does not block, and a person is told', async () => {
    const { call, ran, told } = await openHookBench(processes(), before('echo "jq: broken" >&2; exit 1'))
    succeeded(await call('bash', {}, input))
    expect(ran).toEqual(['bash'])
    expect(told).toEqual([expect.stringMatching(/failed with exit code 1, which does not block: jq: broken/)])
  })

  test('denies by its answer, in the new words and the old', async () => {
    for (const line of [
      deciding('deny', 'not on a Friday'),
      answering({ decision: 'block', reason: 'not on a Friday' }),
      answering({ continue: false, stopReason: 'not on a Friday' }),
    ]) {
      const { call, ran } = await openHookBench(processes(), before(line))
      expect(failed(await call('bash', {}, input)).error.message).toMatch(
        /blocked the call: not on a Friday$/,
      )
      expect(ran).toEqual([])
    }
  })

  verifies(['security:A1'], 'that wants to rewrite the arguments denies, loudly', async () => {
    for (const decision of ['allow', 'ask']) {
      const line = deciding(decision, 'better so', { updatedInput: { command: 'ls' } })
      const { call, ran } = await openHookBench(processes(), before(line))
      expect(failed(await call('bash', { command: 'rm x' }, input)).error.message).toMatch(
        /wants to rewrite the arguments \(updatedInput\); denied, as arguments are never rewritten/,
      )
      expect(ran).toEqual([])
    }
  })

  test('that cannot be understood denies: no misspelled word is a yes', async () => {
    for (const line of [
      deciding('alow'),
      deciding('DENY'),
      answering({ decision: 'stop' }),
      answering({ continue: 'no' }),
      answering({ hookSpecificOutput: 'deny' }),
      answering({ hookSpecificOutput: { permissionDecision: ['deny'] } }),
      'echo "{ broken"',
    ]) {
      const { call, ran } = await openHookBench(processes(), before(line))
      expect(failed(await call('bash', {}, input)).error.message).toMatch(
        /answered with JSON that cannot be followed/,
      )
      expect(ran).toEqual([])
    }
  })

  test('adds context for the model, and tells a person what it has for a person', async () => {
    const line = answering({
      systemMessage: 'watch \u001b[31mout',
      suppressOutput: true,
      hookSpecificOutput: { hookEventName: 'PreToolUse', additionalContext: 'the branch is main' },
    })
    const { call, told } = await openHookBench(processes(), before(line))
    expect(succeeded(await call('bash', {}, input)).additionalContexts).toEqual([
      { role: 'user', content: 'the branch is main', source: { kind: 'plugin', plugin: 'hooks' } },
    ])
    expect(told).toEqual([expect.stringContaining('watch \\u{1b}[31mout')])
  })
})

/** Everything that hooks and another policy can say together, and what must come of it. */
const matrix: readonly (readonly [hook: string, other: PreToolDecision['kind'], becomes: string])[] = [
  ['allow', 'allow', 'runs'],
  ['allow', 'ask', 'asked'],
  ['allow', 'deny', 'denied'],
  ['ask', 'allow', 'asked'],
  ['ask', 'ask', 'asked'],
  ['ask', 'deny', 'denied'],
  ['deny', 'allow', 'denied'],
  ['deny', 'ask', 'denied'],
  ['deny', 'deny', 'denied'],
]

const decisionOf = (kind: PreToolDecision['kind']): PreToolDecision =>
  kind === 'deny' ? { kind, reason: 'the rules deny' } : { kind }

describe.runIf(process.platform !== 'win32')('a hook beside other policies', () => {
  for (const prepend of [false, true]) {
    verifies(['security:A2'], `can only reduce, ${prepend ? 'inside' : 'outside'} of them`, async () => {
      for (const [hook, other, becomes] of matrix) {
        const { ctx, call, ran } = await openHookBench(
          processes(),
          before(deciding(hook, 'the hook says so')),
        )
        let asked: string | undefined
        ctx.provide('approval', {
          request: async ({ reason = '' }: ToolApprovalRequest) => ((asked = reason), 'rejected'),
        })
        const policy = async (
          _exec: unknown,
          next: () => Promise<PreToolDecision>,
        ): Promise<PreToolDecision> => {
          const inner = await next()
          const own = decisionOf(other)
          if (inner.kind === 'deny' || own.kind === 'deny') return inner.kind === 'deny' ? inner : own
          return inner.kind === 'ask' ? inner : own
        }
        ctx.on('tools/pre-execute', policy, { prepend })
        const result = await call('bash', {}, { agent: {} })
        const what = asked === undefined ? (result.isError ? 'denied' : 'runs') : 'asked'
        expect({ hook, other, what }).toEqual({ hook, other, what: becomes })
        expect(ran).toHaveLength(becomes === 'runs' ? 1 : 0)
        if (hook === 'ask' && what === 'asked') expect(asked).toContain('the hook says so')
      }
    })
  }

  verifies(['security:A2'], 'is not passed by: a policy that speaks for it is overruled', async () => {
    for (const line of ['exit 2', 'true']) {
      const { ctx, call, ran } = await openHookBench(processes(), before(line))
      ctx.on('tools/pre-execute', async () => ({ kind: 'allow' }), { prepend: true })
      expect(failed(await call('bash')).error.message).toContain('before its hooks were asked')
      expect(ran).toEqual([])
    }
    const { ctx, call, ran } = await openHookBench(processes(), before(deciding('deny', 'never')))
    ctx.on('tools/pre-execute', async (_exec, next) => (await next(), { kind: 'allow' }), { prepend: true })
    expect(failed(await call('bash')).error.message).toContain('blocked the call: never')
    expect(ran).toEqual([])
  })

  verifies(['security:A2'], 'that asks is not answered by a policy: nobody allowed the call', async () => {
    const { ctx, call, ran } = await openHookBench(processes(), before(deciding('ask', 'sure?')))
    ctx.provide('approval', { request: async () => 'unavailable', approved: () => false })
    ctx.on('tools/pre-execute', async (_exec, next) => (await next(), { kind: 'allow' }), { prepend: true })
    expect(failed(await call('bash', {}, { agent: {} })).error.message).toContain('asks: sure?')
    expect(ran).toEqual([])
  })

  test('of several the strictest wins, whoever is first to end', async () => {
    const slow = `sleep 0.3; ${deciding('deny', 'slow no')}`
    const lines = [deciding('allow', 'yes'), deciding('ask', 'perhaps'), slow, deciding('deny', 'quick no')]
    for (const order of [lines, lines.toReversed()]) {
      const { call } = await openHookBench(processes(), before(...order))
      const words = failed(await call('bash')).error.message.match(/slow no|quick no|perhaps|yes$/g)
      expect(words?.filter((word) => word !== 'perhaps')).toEqual(
        expect.arrayContaining(['slow no', 'quick no']),
      )
    }
  })

  test('runs for the tools that it names, by the names that people know', async () => {
    const settings = {
      PreToolUse: [
        { matcher: 'Bash', hooks: [command('echo bash >> met')] },
        { matcher: 'Edit|Write', hooks: [command('echo change >> met')] },
        { matcher: 'mcp__.*', hooks: [command('echo remote >> met'), command('echo remote >> met')] },
        { matcher: 'bash', hooks: [command('echo ours >> met')] },
      ],
    }
    const { call, root } = await openHookBench(processes(), settings)
    const met = async (name: string): Promise<string[]> => {
      await call(name)
      const { readFileSync, rmSync } = await import('node:fs')
      const lines = readFileSync(`${root}/met`, 'utf8').trim().split('\n').toSorted()
      rmSync(`${root}/met`)
      return lines
    }
    expect(await met('bash')).toEqual(['bash', 'ours'])
    expect(await met('edit')).toEqual(['change'])
    expect(await met('mcp__files__read')).toEqual(['remote'])
  })
})

verifies(['security:D5'], 'what a hook says of a secret reaches neither the model nor a person', async () => {
  const lines = before('echo "not with hunter22" >&2; exit 2', 'echo hunter22 >&2; exit 1')
  const { ctx, call, told } = await openHookBench(processes(), lines)
  await ctx.plugin(redaction, { values: ['hunter22'] })
  expect(failed(await call('bash')).error.message).toContain('not with [redacted]')
  expect(told).toEqual([expect.stringContaining('does not block: [redacted]')])
})

describe.runIf(process.platform !== 'win32').each(ways)('a hook after %s', (_, input) => {
  test('blocks the result, and says that the tool has run', async () => {
    for (const line of [
      answering({ decision: 'block', reason: 'the tests fail now' }),
      'echo "the tests fail now" >&2; exit 2',
    ]) {
      const { call, ran } = await openHookBench(processes(), after(line))
      const { error, content } = failed(await call('edit', { path: 'a' }, input))
      expect(error.message).toMatch(
        /PostToolUse hook .* blocked the call: the tests fail now\n\(The tool itself has run/,
      )
      expect(content).toEqual([text(error.message)])
      expect(ran).toEqual(['edit'])
    }
  })

  test('adds context, and leaves the result', async () => {
    const line = answering({
      hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: 'formatted' },
    })
    const { call } = await openHookBench(processes(), after(line))
    const result = succeeded(await call('edit', { path: 'a' }, input))
    expect(result.value).toEqual({ path: 'a' })
    expect(result.additionalContexts).toMatchObject([{ content: 'formatted', source: { plugin: 'hooks' } }])
  })

  test('does not run where the call was denied; of one that failed it hears by its own event', async () => {
    const settings = {
      ...after('echo post >> record'),
      PostToolUseFailure: [{ hooks: [command(recording), command('echo "see the log" >&2; exit 2')] }],
    }
    const failing = { name: 'bash', execute: async () => Promise.reject(new Error('no such thing')) }
    const { ctx, call, recorded } = await openHookBench(processes(), settings, {}, failing, { name: 'edit' })
    const result = failed(await call('bash', { command: 'x' }, input))
    expect(result.error.message).toBe('no such thing')
    expect(result.additionalContexts).toMatchObject([
      { content: expect.stringContaining('see the log') as string },
    ])
    expect(recorded()).toMatchObject([{ hook_event_name: 'PostToolUseFailure', error: 'no such thing' }])
    ctx.on('tools/pre-execute', async () => ({ kind: 'deny', reason: 'no' }))
    await call('edit', {}, input)
    expect(recorded()).toHaveLength(1)
  })

  test('keeps what another policy decided about the result', async () => {
    const { ctx, call } = await openHookBench(
      processes(),
      after(answering({ decision: 'block', reason: 'mine' })),
    )
    ctx.on('tools/post-execute', async () => ({ kind: 'block', feedback: [text('theirs')] }))
    expect(failed(await call('edit', {}, input)).error.message).toMatch(/^theirs\n[^]*mine/)
  })
})
