import type { Hook } from '@deepseek-ai/cordis'
import { around } from '@millrace/scope'
import type { ToolTraceStage } from '@millrace/protocol'
import type { Call } from './call.ts'
import { carrierOf } from './hearing.ts'
import { Decider } from './trace.ts'

/** What the listeners of a stage answered, and whose answer it is. The source is known only to a traced call. */
export interface Answer {
  readonly answer: unknown
  readonly source: string
}

/** Runs the listeners of a stage around `inner`. Throws what they throw, and the trace says who did. */
export async function waterfall(
  call: Call,
  stage: ToolTraceStage['stage'],
  hooks: readonly Hook[],
  args: readonly unknown[],
  inner: () => Promise<unknown>,
): Promise<Answer> {
  const { trace } = call
  if (trace === undefined) return { answer: await around(hooks, carrierOf(call), args, inner), source: '' }
  trace.start()
  const decider = new Decider()
  try {
    const answer = await around(hooks, carrierOf(call), args, inner, decider)
    return { answer, source: decider.sourceOf(answer) }
  } catch (error) {
    const source = decider.sourceOf(error)
    trace.decided(stage, source, 'threw')
    trace.settledBy(source)
    throw error
  }
}
