import { messageOf } from '@millrace/protocol'
import type { WireProblem } from '@millrace/web/wire'
import { ApiError } from '../api/api.ts'

/** What went wrong, for a person: in the words of the server where they are its own. */
export function problemIn(error: unknown): WireProblem {
  if (error instanceof ApiError) return error.problem
  return { code: 'PAGE', message: messageOf(error) }
}
