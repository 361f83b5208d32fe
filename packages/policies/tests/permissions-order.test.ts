import type { PermissionMode, RuleLayer, RuleList } from '@millrace/policies/permissions'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { openBench } from './support/policy-bench.ts'
import { layer, openPermissions, root, toolkit } from './support/permission-bench.ts'
import { permissions as plugin } from '@millrace/policies/permissions'
import type { PreToolDecision } from '@millrace/tools'

const texts = [
  'Bash',
  'Bash(git *)',
  'Bash(git push *)',
  'Bash(git push origin main)',
  'Bash(ls *)',
  'Bash(* push)',
  'Bash(git)',
  'Edit',
  'Edit(src/**)',
  'Edit(src/a.ts)',
  'Edit(**/a.ts)',
  'Edit(a.ts)',
  'Read(src)',
  'Read',
  'Bash(broken',
  '!',
  'WebFetch(domain:example.com)',
  'WebFetch(domain:*.example.com)',
  'WebFetch',
  'mcp__db__query',
  'grep',
  'NoSuchTool',
]

const calls = [
  ['bash', { command: 'git push origin main' }],
  ['bash', { command: 'git status && ls > src/a.ts' }],
  ['bash', { command: 'ls "$(x)"' }],
  ['edit', { path: 'src/a.ts' }],
  ['edit', { path: 'lib/a.ts' }],
  ['read', { path: 'src/a.ts' }],
  ['grep', {}],
  ['web_fetch', { host: 'www.example.com:443' }],
  ['mcp__db__query', {}],
] as const

interface Placed {
  readonly rule: string
  readonly list: RuleList
  readonly layer: 'user' | 'project' | 'flags'
}

const placed: fc.Arbitrary<Placed> = fc.record({
  rule: fc.constantFrom(...texts),
  list: fc.constantFrom('allow', 'ask', 'deny'),
  layer: fc.constantFrom('user', 'project', 'flags'),
})

function layersOf(rules: readonly Placed[], order: readonly string[]): RuleLayer[] {
  return order.map((name) => {
    const of = (list: RuleList) =>
      rules.filter((each) => each.layer === name && each.list === list).map(({ rule }) => ({ rule }))
    return layer({ name, mayGrant: name !== 'project', allow: of('allow'), ask: of('ask'), deny: of('deny') })
  })
}

const modes: readonly PermissionMode[] = ['default', 'accept-edits', 'plan', 'bypass']
const names = ['user', 'project', 'flags']

describe('no order changes a verdict', () => {
  verifies(['security:C1'], 'neither of rules nor of layers, and the same rule is named', async () => {
    const { permissions } = await openPermissions()
    const judged = (layers: RuleLayer[]) => {
      permissions.reload(layers)
      return calls.map(([name, args]) => permissions.judge(name, args))
    }
    fc.assert(
      fc.property(
        fc
          .array(placed, { maxLength: 12 })
          .chain((rules) =>
            fc.tuple(
              fc.constant(rules),
              fc.shuffledSubarray(rules, { minLength: rules.length }),
              fc.shuffledSubarray(names, { minLength: names.length }),
            ),
          ),
        ([rules, shuffled, order]) => {
          expect(judged(layersOf(shuffled, order))).toEqual(judged(layersOf(rules, names)))
        },
      ),
      { numRuns: 150 },
    )
  })

  verifies(['security:C1', 'contract:W5'], 'nor of plugins', async () => {
    const others: Record<string, PreToolDecision> = {
      allows: { kind: 'allow' },
      asks: { kind: 'ask', reason: 'a hook asks' },
      denies: { kind: 'deny', reason: 'a hook denies' },
    }
    const outcome = async (order: readonly string[], rules: readonly Placed[], mode: PermissionMode) => {
      const { ctx, call } = await openBench(...toolkit)
      const request = async () => 'rejected'
      ctx.provide('approval', { request, approved: () => false })
      for (const name of order) {
        if (name === 'permissions') await ctx.plugin(plugin, { layers: layersOf(rules, names), mode, root })
        // One that asks or denies looks at what the others say; one that allows looks at nobody.
        else
          ctx.on('tools/pre-execute', async (_, next) =>
            name === 'allows' ? next() : (others[name] ?? next()),
          )
      }
      const results = []
      for (const [name, args] of calls) results.push((await call(name, args, { agent: {} })).isError)
      return results
    }
    await fc.assert(
      fc.asyncProperty(
        fc.array(placed, { maxLength: 6 }),
        fc.constantFrom(...modes),
        fc.subarray(['allows', 'asks', 'denies']).chain((some) => {
          const all = ['permissions', ...some]
          return fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))
        }),
        async (rules, mode, [order, shuffled]) => {
          expect(await outcome(shuffled, rules, mode)).toEqual(await outcome(order, rules, mode))
        },
      ),
      { numRuns: 25 },
    )
  })

  verifies(['security:C1'], 'many rules ask and deny exactly what one of them does', async () => {
    const { permissions } = await openPermissions({ mode: 'bypass' })
    const strictness = { allow: 0, ask: 1, deny: 2 }
    const judged = (all: readonly Placed[]) => {
      permissions.reload(layersOf(all, names))
      return calls.map(([name, args]) => strictness[permissions.judge(name, args).verdict])
    }
    fc.assert(
      fc.property(fc.array(placed, { minLength: 1, maxLength: 10 }), (rules) => {
        const strict = rules.filter(({ list }) => list !== 'allow')
        const single = strict.map((rule) => judged([rule]))
        const worst = calls.map((_, index) => Math.max(0, ...single.map((each) => each[index] ?? 0)))
        expect(judged(strict)).toEqual(worst)
      }),
      { numRuns: 200 },
    )
  })

  verifies(['security:C1'], 'adding a rule that asks or denies never makes a verdict milder', async () => {
    const { permissions } = await openPermissions()
    const strictness = { allow: 0, ask: 1, deny: 2 }
    fc.assert(
      fc.property(fc.array(placed, { maxLength: 8 }), placed, (rules, extra) => {
        const judged = (all: readonly Placed[]) => {
          permissions.reload(layersOf(all, names))
          return calls.map(([name, args]) => strictness[permissions.judge(name, args).verdict])
        }
        const before = judged(rules)
        const after = judged([...rules, extra])
        const isMilder = extra.list === 'allow'
        after.forEach((strict, index) => {
          const old = before[index] ?? 0
          expect(isMilder ? strict <= old : strict >= old).toBe(true)
        })
      }),
      { numRuns: 300 },
    )
  })
})
