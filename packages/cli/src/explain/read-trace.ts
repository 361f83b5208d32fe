import type { SessionEvent, ToolStatus, ToolTrace, ToolTraceStage } from '@millrace/protocol'

const statuses: readonly ToolStatus[] = ['done', 'failed', 'denied', 'cancelled']
const stages: readonly ToolTraceStage['stage'][] = [
  'open',
  'pre-execute',
  'approval',
  'guard',
  'execute',
  'post-execute',
  'finalize',
]

/**
 * The trace of an event, as far as it is one: whoever reads a log knows that it says something of each stage, and not what.
 * @returns `undefined` where its status is none.
 */
export function readTrace({ data }: SessionEvent<'tool/trace'>): ToolTrace | undefined {
  const status = statuses.find((each) => each === data.status)
  if (status === undefined) return undefined
  const { by, rule } = data as { readonly by?: unknown; readonly rule?: unknown }
  return {
    status,
    ...(typeof by === 'string' && { by }),
    ...(typeof rule === 'string' && { rule }),
    stages: (data.stages as readonly unknown[]).flatMap((each) => stageOf(each) ?? []),
  }
}

function stageOf(said: unknown): ToolTraceStage | undefined {
  const { stage, source, decision, ms } = (said ?? {}) as Readonly<Record<string, unknown>>
  const known = stages.find((each) => each === stage)
  if (known === undefined || typeof source !== 'string') return undefined
  return {
    stage: known,
    source,
    ...(typeof decision === 'string' && { decision }),
    ms: typeof ms === 'number' && ms >= 0 ? ms : 0,
  }
}
