import ts from 'typescript-6'
import { eventNames } from './context-members.ts'
import { Flow, isOfScope, standsInScope, type Bindings, type Reading } from './flow.ts'
import { placeOf, type Sources } from './program.ts'
import type { Flaw } from './section.ts'

/** How Cordis names the ways of a dispatch. */
export type Mode = (typeof modes)[number]

/** All ways of a dispatch. */
export const modes = ['emit', 'parallel', 'serial', 'bail', 'waterfall'] as const

/** A place that dispatches an event. */
export interface Dispatch {
  readonly event: string
  readonly mode: string
  /** The call that names the event, or that it is dispatched by. */
  readonly node: ts.CallExpression
  /** False where observers of all dispatches are only told of one. */
  readonly reachesListeners: boolean
}

/** Every dispatch in the sources, and those that could not be followed to the name of an event. */
export interface Dispatches {
  readonly found: readonly Dispatch[]
  readonly flaws: readonly Flaw[]
}

const known = new WeakMap<Sources, Dispatches>()

/** Finds every dispatch, by Cordis itself and by the scope package, and follows names through variables and parameters. */
export function dispatchesOf(sources: Sources): Dispatches {
  const before = known.get(sources)
  if (before !== undefined) return before
  const flow = new Flow(sources, eventNames(sources).size)
  const results = sinksOf(sources, flow).map((sink) =>
    follow(sources, flow, sink, { node: sink.call, through: [], bindings: new Map() }),
  )
  const all = together(results)
  known.set(sources, all)
  return all
}

/** A call that dispatches, and how its mode and the name of its event are read. */
interface Sink {
  readonly call: ts.CallExpression
  readonly reachesListeners: boolean
  mode(bindings: Bindings): Reading
  name(bindings: Bindings): Reading
}

function sinksOf(sources: Sources, flow: Flow): Sink[] {
  const fixed = (mode: Mode) => (): Reading => ({ kind: 'strings', strings: [mode] })
  const ofCordis = modes.flatMap((mode) =>
    flow.calls
      .named(mode)
      .filter((call) => isOfCordis(flow.calls.calledBy(call)))
      .map((call) => sinkOf(flow, call, fixed(mode), nameArgument(sources, call))),
  )
  const emitted = ofScope(flow, 'emit').map((call) => sinkOf(flow, call, fixed('emit'), call.arguments[0]))
  const told = ofScope(flow, 'dispatching').map((call) => {
    const mode = (bindings: Bindings): Reading => flow.string(call.arguments[0] ?? call, bindings)
    return { ...sinkOf(flow, call, mode, call.arguments[1]), reachesListeners: false }
  })
  const called = (['around', 'notify'] as const).flatMap((name) =>
    ofScope(flow, name).map((call) => ({
      call,
      reachesListeners: true,
      mode: fixed(name === 'around' ? 'waterfall' : 'emit'),
      name: (bindings: Bindings): Reading => flow.heard(call.arguments[0] ?? call, bindings),
    })),
  )
  return [...ofCordis, ...emitted, ...told, ...called]
}

const ofScope = (flow: Flow, name: string): ts.CallExpression[] =>
  flow.calls.named(name).filter((call) => isOfScope(flow.calls.calledBy(call), name) && !standsInScope(call))

function sinkOf(
  flow: Flow,
  call: ts.CallExpression,
  mode: Sink['mode'],
  name: ts.Expression | undefined,
): Sink {
  return { call, reachesListeners: true, mode, name: (bindings) => flow.string(name ?? call, bindings) }
}

function isOfCordis(symbol: ts.Symbol | undefined): boolean {
  return symbol?.declarations?.[0]?.getSourceFile().fileName.includes('/@deepseek-ai/cordis/') === true
}

/** A dispatch may begin with what its listeners are called on. */
function nameArgument({ checker }: Sources, call: ts.CallExpression): ts.Expression | undefined {
  const [first, second] = call.arguments
  if (first === undefined) return undefined
  const type = checker.getTypeAtLocation(first)
  const isText = ((checker.getBaseConstraintOfType(type) ?? type).flags & ts.TypeFlags.StringLike) !== 0
  return isText || type.isUnion() ? first : second
}

/** How far a dispatch was followed: to a call, through functions, with what their parameters were given. */
interface Trail {
  readonly node: ts.CallExpression
  readonly through: readonly ts.Node[]
  readonly bindings: Bindings
}

function follow(sources: Sources, flow: Flow, sink: Sink, trail: Trail): Dispatches {
  const { node, through, bindings } = trail
  const name = sink.name(bindings)
  const mode = sink.mode(bindings)
  if (name.kind === 'strings' && mode.kind === 'strings') {
    const { reachesListeners } = sink
    const found = name.strings.flatMap((event) =>
      mode.strings.map((one) => ({ event, mode: one, node, reachesListeners })),
    )
    return { found, flaws: [] }
  }
  const open = name.kind === 'parameter' ? name : mode
  const callers = open.kind === 'parameter' ? flow.calls.of(open.of) : undefined
  if (open.kind !== 'parameter' || callers === undefined) return { found: [], flaws: [lost(sources, node)] }
  const passed = [...through, open.of]
  const results = callers
    .filter((call) => !isWithin(call, passed))
    .map((call) => {
      const given = new Map([...bindings, ...flow.bound(open.of, call)])
      return follow(sources, flow, sink, { node: call, through: passed, bindings: given })
    })
  return together(results)
}

function together(results: readonly Dispatches[]): Dispatches {
  return { found: results.flatMap(({ found }) => found), flaws: results.flatMap(({ flaws }) => flaws) }
}

/** Functions that call each other pass on what they were given, and dispatch nothing else. */
function isWithin(node: ts.Node, functions: readonly ts.Node[]): boolean {
  return functions.includes(node) || (node.parent !== undefined && isWithin(node.parent, functions))
}

function lost({ root }: Sources, node: ts.Node): Flaw {
  const what =
    'dispatches an event whose name or mode cannot be followed to a text: pass it as a literal, or give it the type of a few literals'
  return { where: placeOf(root, node), what }
}
