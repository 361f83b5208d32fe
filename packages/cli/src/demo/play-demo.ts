import type { Card } from '@millrace/cards'
import { realpath } from 'node:fs/promises'
import type { AnswerFlags } from '../ask/answer-flags.ts'
import type { LimitSettings } from '../config/file-settings.ts'
import type { LoadedSettings } from '../config/load-settings.ts'
import type { SettingsFlags } from '../config/loaded-settings.ts'
import { exitCode } from '../exit-code.ts'
import type { Io } from '../io.ts'
import { writeHints, writeWarning } from '../mistake.ts'
import { programMeans } from '../run/program-means.ts'
import { tellFailure } from '../run/run-failure.ts'
import { runPrompt, type RunOutcome } from '../run/run-prompt.ts'
import { seeIt } from '../run/see-it.ts'
import type { AudienceRequest } from '../run/run-audience.ts'
import { withWorkspace, type OpenWorkspace } from '../with-workspace.ts'
import { workspaceSessions } from '../workspace-sessions.ts'
import type { Workspace } from '../workspace.ts'
import { demoPrompt, demoRules, demoScript, fixFailingTest } from './fix-failing-test.ts'
import { scratchCopy } from './scratch-copy.ts'
import { underRules } from './under-rules.ts'

/** How the demo is to be played. */
export interface DemoRequest extends AudienceRequest {
  /** The folder whose sessions it belongs to. */
  readonly folder: string
  /** Whether its session outlives the process, and its scratch folder, too. */
  readonly isKept: boolean
  readonly keepsScratch: boolean
  readonly answers: AnswerFlags
  readonly flags: Pick<SettingsFlags, 'permissionMode' | 'sandbox' | 'limits'>
  /** Whether it stands in for a model that is not there. */
  readonly hasNoKey: boolean
}

/**
 * Plays a turn whose replies are fixed, with real tools under the real policies in a scratch copy of a small project.
 * @returns the exit status: that of the turn, and not 0 where the tests did not pass at the end.
 */
export async function playDemo(request: DemoRequest, io: Io, open: OpenWorkspace): Promise<number> {
  const why = request.hasNoKey ? 'no key found; ' : ''
  io.stderr.write(
    `model  scripted "${demoScript}" (${why}replies are fixed, tools are REAL in a scratch copy)\n` +
      `rules  ${demoRules.join(', ')} (for this session alone)\n> ${demoPrompt}\n`,
  )
  const scratch = await scratchCopy(io)
  if (request.keepsScratch) scratch.keep()
  try {
    const outcome = await withWorkspace(
      underRules(open, demoRules, 'millrace run --demo'),
      io,
      scratch.path,
      (workspace, settings) =>
        runPrompt(runRequest(request), means(request, io, workspace, settings), workspace, io),
      request.flags,
    )
    return statusOf(outcome, io)
  } catch (error) {
    return tellFailure(error, request.asJson, io)
  } finally {
    if (request.keepsScratch) writeHints(io, [`the scratch copy stays: ${scratch.path}`])
    else await removed(scratch, io)
  }
}

type RunArguments = Parameters<typeof runPrompt>

function runRequest({ asJson, expand, colour, isKept, answers }: DemoRequest): RunArguments[0] {
  return { prompt: demoPrompt, session: { kind: 'new' }, isKept, asJson, expand, colour, answers }
}

function means(
  { folder, flags, keepsScratch }: DemoRequest,
  io: Io,
  { ctx }: Pick<Workspace, 'ctx'>,
  settings: LoadedSettings,
): RunArguments[1] {
  return {
    ...programMeans({}, { ctx }, settings, io),
    openModel: () => Promise.resolve(fixFailingTest()),
    // Those of settings are for turns that cost something.
    limits: given(flags),
    openStore: async () =>
      workspaceSessions(await realpath(folder), io.env, (message) => ctx.logger.warn(message)),
    seeIt,
    isLast: !keepsScratch,
  }
}

function given({ limits = [] }: DemoRequest['flags']): LimitSettings {
  return limits.reduce<LimitSettings>((all, { value }) => ({ ...all, ...value }), {})
}

/** The turn alone does not say whether the project was mended. */
function statusOf({ status, audience }: RunOutcome, io: Io): number {
  const last = audience.view.cards.findLast(({ tool }) => tool === 'bash')
  if (status !== exitCode.ok || passed(last)) return status
  io.stderr.write('millrace: the tests of the demo did not pass at its end\n')
  return exitCode.failed
}

function passed(card: Card | undefined): boolean {
  const result = card?.status === 'done' ? card.result : undefined
  return result?.card === 'terminal' && result.exitCode === 0
}

async function removed(scratch: Awaited<ReturnType<typeof scratchCopy>>, io: Io): Promise<void> {
  try {
    await scratch.remove()
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    writeWarning(io, `the scratch copy ${scratch.path} cannot be removed: ${why}`)
  }
}
