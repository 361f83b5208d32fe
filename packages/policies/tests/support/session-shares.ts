import type { Permissions, Verdict } from '@millrace/policies/permissions'

/** One call of the recorded session. */
export interface SessionCall {
  readonly tool: 'bash' | 'read' | 'edit' | 'write'
  readonly command?: string
  readonly path?: string
}

/** A verdict about one of the calls. */
export interface Judged {
  readonly call: SessionCall
  readonly verdict: Verdict
}

/** Reads the calls of a session, one JSON object a line. */
export function sessionCalls(text: string): SessionCall[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as SessionCall)
}

/** Judges each call as if it were made. */
export function judgeSession(permissions: Permissions, calls: readonly SessionCall[]): Judged[] {
  return calls.map((call) => {
    const { tool, command = '', path = '' } = call
    return { call, verdict: permissions.judge(tool, tool === 'bash' ? { command } : { path }) }
  })
}

/** How many of the commands ask, as a share of all commands. */
export function askingShare(judged: readonly Judged[]): number {
  const commands = judged.filter(({ call }) => call.tool === 'bash')
  return commands.filter(({ verdict }) => verdict.verdict === 'ask').length / commands.length
}
