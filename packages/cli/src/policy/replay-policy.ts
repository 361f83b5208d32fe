import type { SandboxMode } from '@millrace/host'
import type { ListedRule, PermissionMode, RuleProblem } from '@millrace/policies/permissions'
import { exitCode } from '../exit-code.ts'
import { recordedCalls } from '../explain/recorded-calls.ts'
import type { Io } from '../io.ts'
import { writeWarning } from '../mistake.ts'
import { withRecordedTools } from '../replay/recorded-tools.ts'
import type { ColourChoice } from '../screen.ts'
import { readSession } from '../sessions/read-session.ts'
import { asUsage, type OpenWorkspace } from '../with-workspace.ts'
import type { JudgedCall } from './judged-call.ts'
import { reportPolicy, showPolicy } from './policy-report.ts'
import { readRules, type RulesFile } from './rules-file.ts'
import { triedRules, wasSandboxed } from './tried-rules.ts'

/** Which rules are tried on the calls of which session. */
export interface PolicyRequest {
  readonly session: string
  /** As the command line names it. */
  readonly rules: string
  /** The one of the file without it, and else the default. */
  readonly mode: PermissionMode | undefined
  /** The one of the file without it, and else as the session tells. */
  readonly sandbox: SandboxMode | undefined
  /** Absolute. */
  readonly folder: string
  readonly failOnChange: boolean
  readonly asJson: boolean
  readonly colour: ColourChoice
}

/** What rules would have done in a session. */
export interface PolicyOutcome {
  readonly session: string
  readonly file: RulesFile
  readonly mode: PermissionMode
  readonly isSandboxed: boolean
  readonly calls: readonly JudgedCall[]
  /** Rules that decided about nothing. */
  readonly unused: readonly ListedRule[]
  readonly problems: readonly RuleProblem[]
}

/** Says what some rules would have done with each call of a session. Nothing runs. @returns the exit status. */
export async function replayPolicy(request: PolicyRequest, io: Io, open: OpenWorkspace): Promise<number> {
  const file = await asUsage(() => readRules(request.rules, io.cwd))
  const { header, events, id } = await readSession(request.session, request.folder, io)
  const calls = recordedCalls(events)
  const mode = request.mode ?? file.mode ?? 'default'
  const isSandboxed = wasSandboxed(request.sandbox ?? file.sandbox ?? 'auto', calls)
  const outcome = await withRecordedTools(open, [header.cwd, request.folder], io.env, async (tools) => {
    const tried = await triedRules({ rules: file.rules, mode, root: header.cwd, env: io.env }, tools)
    const judged = await tried.judged(calls, isSandboxed)
    return {
      session: id,
      file,
      mode,
      isSandboxed,
      calls: judged,
      unused: tried.unused(),
      problems: tried.problems,
    }
  })
  tellOfProblems(outcome, io)
  if (request.asJson) reportPolicy(outcome, io)
  else showPolicy(outcome, request.colour, io)
  const differs = outcome.calls.some((call) => call.differs)
  return request.failOnChange && differs ? exitCode.failed : exitCode.ok
}

function tellOfProblems({ file, problems }: PolicyOutcome, io: Io): void {
  for (const { place, problem } of file.problems) writeWarning(io, `${place}: ${problem}`)
  for (const { list, rule, place = file.label, problem } of problems)
    writeWarning(io, `${place}: ${list} ${rule}: ${problem}`)
}
