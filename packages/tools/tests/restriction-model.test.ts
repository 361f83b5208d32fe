import { createScope, type Scope } from '@millrace/scope'
import type { Agent, ToolRestriction } from '@millrace/tools'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { agentNamed, setup, tool, type Bench } from './support/setup.ts'

const names = ['a', 'b', 'c', 'd', 'e'] as const
type Name = (typeof names)[number]

/** Scopes of the model: `child` is below `parent`, `stranger` is by itself. */
const places = ['global', 'parent', 'child', 'stranger'] as const
type Place = (typeof places)[number]

const above: Record<Place, Place | undefined> = {
  global: undefined,
  parent: 'global',
  child: 'parent',
  stranger: 'global',
}

/** What the model holds: own tools and filters of each place, as plain sets. */
interface Model {
  readonly tools: Record<Place, Set<string>>
  readonly filters: Record<Place, Set<ToolRestriction>>
}

/** What a place sees, from the rules alone: inherited names that every filter admits, then its own. */
function visible(model: Model, place: Place): Set<string> {
  const parent = above[place]
  const inherited = parent === undefined ? new Set<string>() : visible(model, parent)
  const kept = [...inherited].filter((name) =>
    [...model.filters[place]].every(
      ({ allow, deny }) => (allow === undefined || allow.includes(name)) && !deny?.includes(name),
    ),
  )
  return new Set([...kept, ...model.tools[place]])
}

interface Real extends Bench {
  readonly agents: Record<Place, Agent | undefined>
  readonly scopes: Partial<Record<Place, Scope>>
  readonly disposers: { undo: () => void; forget: () => void }[]
}

async function real(): Promise<Real> {
  const bench = await setup({ name: 'a' })
  const agents = {
    global: undefined,
    parent: agentNamed('parent'),
    child: agentNamed('child'),
    stranger: agentNamed('stranger'),
  }
  const scopes = {
    parent: createScope(bench.ctx, agents.parent),
    child: createScope(bench.ctx, agents.child, { parent: agents.parent }),
    stranger: createScope(bench.ctx, agents.stranger),
  }
  return { ...bench, agents, scopes, disposers: [] }
}

/** One step; the label tells it apart in a counterexample. */
interface Command {
  readonly label: string
  readonly apply: (model: Model, runtime: Real) => void
}

function step<T>(
  arguments_: fc.Arbitrary<T>,
  verb: string,
  apply: (argument: T, model: Model, runtime: Real) => void,
): fc.Arbitrary<Command> {
  return arguments_.map((argument) => ({
    label: `${verb} ${JSON.stringify(argument)}`,
    apply: (model, runtime) => apply(argument, model, runtime),
  }))
}

const place = fc.constantFrom(...places)
const name = fc.constantFrom(...names)
const list = fc.option(fc.subarray([...names]), { nil: undefined })

const register = step(fc.tuple(place, name), 'register', ([at, what], model, runtime) => {
  const context = runtime.scopes[at]?.ctx ?? runtime.ctx
  const add = (): (() => void) => context.tools.register(tool({ name: what }))
  if (model.tools[at].has(what)) {
    expect(add).toThrow('already registered')
    return
  }
  runtime.disposers.push({ undo: add(), forget: () => model.tools[at].delete(what) })
  model.tools[at].add(what)
})

const restrict = step(fc.tuple(place, list, list), 'restrict', ([at, allow, deny], model, runtime) => {
  const filter: ToolRestriction = { ...(allow && { allow }), ...(deny && { deny }) }
  const context = runtime.scopes[at]?.ctx ?? runtime.ctx
  const add = (): (() => void) => context.tools.restrict(filter)
  const parent = above[at]
  if (parent === undefined) return expect(add).toThrow('requires a scoped context')
  if (allow === undefined && deny === undefined) return expect(add).toThrow('no-op')
  const inherited = visible(model, parent)
  const unknown = [...(allow ?? []), ...(deny ?? [])].some((one) => !inherited.has(one))
  if (unknown) return expect(add).toThrow('unknown global tool')
  runtime.disposers.push({ undo: add(), forget: () => model.filters[at].delete(filter) })
  model.filters[at].add(filter)
})

const dispose = step(fc.nat(), 'dispose', (which, _model, { disposers }) => {
  const [chosen] = disposers.splice(which % Math.max(disposers.length, 1), 1)
  chosen?.undo()
  chosen?.undo()
  chosen?.forget()
})

const fresh = (): Model => ({
  tools: { global: new Set(['a']), parent: new Set(), child: new Set(), stranger: new Set() },
  filters: { global: new Set(), parent: new Set(), child: new Set(), stranger: new Set() },
})

describe('registrations and restrictions', () => {
  verifies(
    ['contract:X3', 'contract:X4', 'contract:X5', 'contract:R5', 'fault:B069'],
    'in any order show each scope what the rules say, through every door',
    async () => {
      const commands = fc.array(fc.oneof(register, restrict, dispose), { maxLength: 25 })
      await fc.assert(
        fc.asyncProperty(commands, async (steps) => {
          const [model, runtime] = [fresh(), await real()]
          for (const { apply } of steps) {
            apply(model, runtime)
            compare(model, runtime)
          }
          await runtime.ctx.fiber.dispose()
        }),
        { numRuns: 200 },
      )
    },
  )
})

/** Every door shows the same names, each once. */
function compare(model: Model, { tools, agents }: Real): void {
  for (const at of places) {
    const expected = [...visible(model, at)].toSorted()
    const agent = agents[at]
    expect(
      tools
        .schemas(agent)
        .map((schema) => schema.name)
        .toSorted(),
    ).toEqual(expected)
    expect(names.filter((one: Name) => tools.get(one, agent) !== undefined)).toEqual(expected)
    expect(names.filter((one: Name) => tools.explain(one, agent).visible)).toEqual(expected)
  }
}
