import type { SessionStore, SessionSummary } from '@millrace/agent/session'
import { isHarnessError, type ModelName, type SessionEvent } from '@millrace/protocol'
import { programModel } from '../code/program-model.ts'

/** Whose session one is: that of an agent, or that of a program which a person gave. */
export type SessionKind = 'agent' | 'program'

/** Whether no model makes a step, but the command in its place, for a program. */
export function isOfProgram({ provider, id }: ModelName): boolean {
  return provider === programModel.provider && id === programModel.id
}

/**
 * Whether a session is one that goes on without being named: the latest of an agent, or the latest program that was cut off.
 * No more of its log is read than tells it.
 */
export async function isWanted(
  kind: SessionKind,
  found: SessionSummary,
  store: Pick<SessionStore, 'pages'>,
): Promise<boolean> {
  // The calls of an MCP client are no agent's, and their header has no tools.
  if (Object.keys(found.header.tools).length === 0) return false
  if (kind === 'program' && (found.live || found.ended !== undefined)) return false
  return (await kindOf(found.id, store)) === kind
}

/** A program's session is an agent's from the first step on that a model makes in it. */
async function kindOf(id: string, store: Pick<SessionStore, 'pages'>): Promise<SessionKind> {
  let isProgram = false
  try {
    for await (const { events } of store.pages(id))
      for (const event of events) {
        if (!isOwnStep(event)) continue
        if (!isOfProgram(event.data.model)) return 'agent'
        isProgram = true
      }
  } catch (error) {
    // Whoever opens it is told.
    if (!isHarnessError(error)) throw error
  }
  return isProgram ? 'program' : 'agent'
}

function isOwnStep(event: SessionEvent): event is SessionEvent<'step/start'> {
  return event.type === 'step/start' && event.agent === undefined
}
