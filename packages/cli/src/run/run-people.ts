import type { SessionAgent } from '@millrace/agent'
import type { Answers } from '../ask/answer-flags.ts'
import { attachQuestions } from '../ask/attach-questions.ts'
import { denyInstead } from '../ask/deny-instead.ts'
import { addFrontEnd } from '../call/add-front-end.ts'
import { people } from '../call/people.ts'
import type { Io } from '../io.ts'
import type { StatusArea } from '../live/status-area.ts'
import type { ColourChoice } from '../screen.ts'
import type { Workspace } from '../workspace.ts'
import type { RunAudience } from './run-audience.ts'

/** The agent that works, and the people around it. */
export interface RunPeople {
  readonly agent: Pick<SessionAgent, 'interrupt'>
  readonly answers: Answers
  readonly workspace: Workspace
  readonly io: Io & { readonly stderr: StatusArea }
  readonly audience: Pick<RunAudience, 'keys' | 'leave'>
  readonly colour: ColourChoice
}

/** As logs call whoever sits at the terminal, so that cards say "you". */
const person = 'user'

/**
 * Lets questions of calls, and those that tools ask, reach whoever answers. Who gives up at one gives up the turn.
 * @returns what ends that.
 */
export async function runPeople(around: RunPeople): Promise<() => void> {
  const { agent, answers, workspace, io, audience, colour } = around
  const { ctx } = workspace
  const interrupt = (): void => agent.interrupt('the person gave up at a question')
  const { approvals, denial, frontEnd } = people(answers, workspace, { io, colour, typing: audience.keys })
  const answering = approvals === answers.frontEnd ? approvals : approvals && { ...approvals, name: person }
  const undo = [
    ctx.on('approval/decided', ({ outcome, by }) => {
      if (outcome === 'cancelled' && by === person) interrupt()
    }),
    io.beforeLeaving?.(() => audience.leave()),
    ...(denial ? [await denyInstead(ctx, denial)] : []),
    ...(answering ? [await addFrontEnd(ctx, answering)] : []),
    ...(frontEnd ? [attachQuestions(workspace, frontEnd(interrupt))] : []),
  ]
  return () => {
    for (const each of undo.toReversed()) each?.()
  }
}
