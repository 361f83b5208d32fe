import { isSessionAgent } from './is-session-agent.ts'
import { text, type JsonValue } from '@millrace/protocol'
import type { ToolDefinition, ToolRunContext } from '@millrace/tools'
import { bodies, type Body } from './bodies.ts'
import { roster, type SimulatedLane } from './roster.ts'
import type { World } from './world.ts'

/** What runs for each agent right now: the lanes of its own calls, not of calls within calls. */
export class Overlaps {
  readonly #running = new Map<object, SimulatedLane[]>()

  begin(agent: object, lane: SimulatedLane): string | undefined {
    const lanes = this.#running.get(agent) ?? []
    this.#running.set(agent, lanes)
    const isWrong = lanes.includes('exclusive') || (lane === 'exclusive' && lanes.length > 0)
    lanes.push(lane)
    return isWrong ? `bodies overlap that must not: ${lanes.join(', ')}` : undefined
  }

  end(agent: object, lane: SimulatedLane): void {
    const lanes = this.#running.get(agent) ?? []
    lanes.splice(lanes.indexOf(lane), 1)
  }
}

/** A tool whose body does what chance says. */
export function simulatedTool(world: World, name: string, overlaps: Overlaps): ToolDefinition {
  const { chance } = world
  const lane = roster[name] ?? 'exclusive'
  return {
    name,
    description: `Simulated ${name}.`,
    parameters: { type: 'object' },
    output: {
      schema: {},
      render: (_args, value) => {
        if (!chance.percent(1)) return [text(JSON.stringify(value))]
        chance.did('render throws')
        throw new Error('the renderer is broken')
      },
    },
    isConcurrencySafe: () => {
      if (lane !== 'unsure') return lane === 'parallel'
      if (!chance.percent(10)) return chance.percent(50)
      chance.did('classifier throws')
      throw new Error('the classifier is broken')
    },
    execute: (args, exec) => run(world, { name, lane, overlaps }, args, exec),
  }
}

interface Running {
  readonly name: string
  readonly lane: SimulatedLane
  readonly overlaps: Overlaps
}

async function run(
  world: World,
  { name, lane, overlaps }: Running,
  args: unknown,
  exec: ToolRunContext,
): Promise<unknown> {
  const { problems, chance, signals } = world
  const { agent } = exec
  signals.add(exec.signal)
  const isOwn = exec.parent === undefined && agent !== undefined
  if (exec.signal.aborted) problems.push(`the body of ${exec.callId} began after it was cancelled`)
  if (isOwn && isCareful(world, agent) && chance.percent(10)) checkDurable(world, exec.callId)
  const overlap = isOwn ? overlaps.begin(agent, lane) : undefined
  if (overlap !== undefined) problems.push(`${overlap} (${exec.callId})`)
  try {
    const kind = world.isCalm ? 'quick' : name === 'delegate' ? 'delegates' : chance.weighted(bodyWeights)
    const body: Body = bodies[kind]
    if (!harmless.has(kind)) chance.did(`body ${kind}`)
    const acting = isSessionAgent(agent) ? agent : undefined
    const value = body({ world, args, exec, agent: acting })
    // What a body returns may be anything; a value that is no promise is as good.
    return isReal(value) ? await value : value
  } finally {
    if (isOwn) overlaps.end(agent, lane)
  }
}

function isCareful({ careless }: World, agent: object): boolean {
  return isSessionAgent(agent) && !careless.has(agent.session.header.id)
}

/** A call must outlive a loss of power before its tool may change anything. */
function checkDurable({ disk, problems }: World, callId: string): void {
  const called = `"type":"tool/call"`
  for (const { title, disk: left } of disk.crashStates({ limit: 2 })) {
    const log = [...left.contents()].map(([, bytes]) => new TextDecoder().decode(bytes)).join('')
    const isThere = log
      .split('\n')
      .some((line) => line.includes(called) && line.includes(`"callId":"${callId}"`))
    if (!isThere)
      problems.push(`the body of ${callId} runs, and the call does not outlive a loss of power (${title})`)
  }
}

function isReal(value: unknown): value is Promise<JsonValue> {
  return value instanceof Promise
}

const harmless: ReadonlySet<string> = new Set(['quick', 'slow', 'delegates', 'reports'])

const bodyWeights = {
  quick: 24,
  slow: 20,
  reports: 5,
  throws: 6,
  throwsOdd: 6,
  invalid: 5,
  deaf: 7,
  patient: 4,
  settlesTwice: 3,
  mutates: 3,
  defers: 4,
  concludes: 2,
  lateContext: 2,
  changesTools: 5,
  interrupts: 2,
  steers: 3,
  nests: 4,
  disposes: 1,
} as const
