import type { Context } from '@deepseek-ai/cordis'
import { transportName } from '@millrace/tools'
import type { AnswerFlags } from '../ask/answer-flags.ts'
import type { SettingsFlags } from '../config/loaded-settings.ts'
import type { Io } from '../io.ts'
import { writeJson } from '../json.ts'
import { withStatusArea } from '../live/with-status-area.ts'
import { programMeans, type ProgramFlags } from '../run/program-means.ts'
import { tellFailure } from '../run/run-failure.ts'
import { runPrompt, type RunMeans, type RunOutcome, type RunRequest } from '../run/run-prompt.ts'
import type { SessionChoice } from '../run/session-choice.ts'
import { seeIt } from '../run/see-it.ts'
import type { ColourChoice } from '../screen.ts'
import { UsageError } from '../usage-error.ts'
import { withWorkspace, type OpenWorkspace } from '../with-workspace.ts'
import { workspaceSessions } from '../workspace-sessions.ts'
import type { Workspace } from '../workspace.ts'
import { givenProgram, type GivenProgram } from './given-program.ts'
import { programExit } from './program-exit.ts'
import { modelOfProgram } from './program-model.ts'
import { unrunReport, type ProgramEnd, type ProgramValue } from './program-report.ts'
import { showProgram, type ProgramForm } from './show-program.ts'

/** What the command line asks for. */
export interface CodeRequest extends ProgramFlags {
  /** The program: one word at most. */
  readonly words: readonly string[]
  /** The program, where it does not stand on the command line. */
  readonly program?: GivenProgram
  /** Absolute. */
  readonly folder: string
  readonly session: SessionChoice
  /** Whether the session outlives the process, so that the program can go on after a crash. */
  readonly isKept: boolean
  readonly shows: ProgramForm
  readonly expand: boolean
  readonly colour: ColourChoice
  readonly answers: AnswerFlags
  readonly flags: SettingsFlags
}

/** Runs a program with the tools of a folder, or goes on with one that was cut off. @returns the exit status. */
export async function runCode(request: CodeRequest, io: Io, open: OpenWorkspace): Promise<number> {
  const program = await programOf(request, io)
  const own = withStatusArea(io)
  try {
    return await withWorkspace(
      open,
      own,
      request.folder,
      async (workspace, settings) => {
        const end = endIn(workspace.ctx)
        let status: number | undefined
        const means: RunMeans = {
          ...programMeans(request, workspace, settings, io),
          ...meansOf(program, request, workspace, io),
          show: async (outcome) => {
            status = await show(request, outcome, end(), workspace, own)
          },
        }
        const outcome = await runPrompt(runRequest(request, program), means, workspace, own)
        if (status === undefined && request.shows === 'json') writeJson(own.stdout, unrunReport(outcome))
        return status ?? outcome.status
      },
      request.flags,
      'all',
    )
  } catch (error) {
    return tellFailure(error, request.shows === 'json', io)
  }
}

/** The program; none where one goes on. */
async function programOf(
  { session, words, program }: CodeRequest,
  io: Io,
): Promise<GivenProgram | undefined> {
  if (program !== undefined) return program
  if (session.kind === 'new') return givenProgram(words, io)
  if (words.length === 0) return undefined
  throw new UsageError('a session goes on with the program that it has, so it takes no other one')
}

function runRequest(
  { session, isKept, shows, expand, colour, answers }: CodeRequest,
  program: GivenProgram | undefined,
): RunRequest {
  const shown = { asJson: shows === 'json', expand, colour, shows: 'program' as const }
  const prompt = program === undefined ? {} : { prompt: program.prompt }
  return { session, mode: 'code', isKept, answers, ...shown, ...prompt }
}

function meansOf(
  program: GivenProgram | undefined,
  { shows }: CodeRequest,
  { root, ctx }: Workspace,
  io: Io,
): Pick<RunMeans, 'openModel' | 'limits' | 'openStore' | 'isLast' | 'seeIt'> {
  return {
    isLast: true,
    seeIt: (id) => (shows === 'card' ? [] : seeIt(id)),
    openModel: async (past) => {
      if (past?.isProgram !== false) return modelOfProgram(program)
      throw new UsageError('this session is that of an agent, which goes on with: millrace run --resume …')
    },
    // Those of settings are for turns that cost something.
    limits: {},
    openStore: () => workspaceSessions(root, io.env, (message) => ctx.logger.warn(message)),
  }
}

/**
 * Shows the program that ended.
 * @returns the exit status; `undefined` where there is none, as where the turn ended before its call was made.
 */
async function show(
  { shows, expand, colour, isKept }: CodeRequest,
  { audience, session }: Pick<RunOutcome, 'audience' | 'session'>,
  end: ProgramEnd,
  { root }: Workspace,
  io: Io,
): Promise<number | undefined> {
  const card = audience.view.cards.findLast(({ tool }) => tool === transportName)
  if (card?.endedAt === undefined) return undefined
  const place = { session: isKept ? session.id : undefined, root }
  await showProgram({ card, end, shows, expand, colour, ...place }, io)
  return programExit(card, end.failure)
}

/** Hears how the program ends: its value, and its failure other than in words, which no log has. */
function endIn(ctx: Context): () => ProgramEnd {
  let end: ProgramEnd = {}
  ctx.on('tools/result', (exec, result) => {
    if (exec.name === transportName && exec.parent === undefined && !result.isError)
      end = { value: result.value as unknown as ProgramValue }
  })
  ctx.on('code/failed', (_exec, failure) => {
    end = { failure }
  })
  return () => end
}
