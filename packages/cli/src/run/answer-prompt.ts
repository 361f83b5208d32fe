import type { ToolPresentationMode } from '@millrace/tools'
import type { AnswerFlags } from '../ask/answer-flags.ts'
import { modelOfProgram } from '../code/program-model.ts'
import type { RuntimeName } from '../code/runtime-names.ts'
import type { LoadedSettings } from '../config/load-settings.ts'
import type { SettingsFlags } from '../config/loaded-settings.ts'
import { exitCode } from '../exit-code.ts'
import type { Io } from '../io.ts'
import { modelVariable } from '../model-variables.ts'
import { writeHints } from '../mistake.ts'
import type { ColourChoice } from '../screen.ts'
import { startServers, withWorkspace, type OpenWorkspace } from '../with-workspace.ts'
import { workspaceSessions } from '../workspace-sessions.ts'
import type { Workspace } from '../workspace.ts'
import { priced, type OpenModel } from './open-model.ts'
import { programMeans } from './program-means.ts'
import { promptIn, promptText } from './prompt-text.ts'
import { tellFailure } from './run-failure.ts'
import { runPrompt, type RunMeans } from './run-prompt.ts'
import { seeIt } from './see-it.ts'
import type { SessionChoice } from './session-choice.ts'

/** What the command line asks for. */
export interface PromptRequest {
  readonly words: readonly string[]
  /** Absolute. */
  readonly folder: string
  readonly session: SessionChoice
  readonly isKept: boolean
  readonly asJson: boolean
  readonly expand: boolean
  readonly colour: ColourChoice
  readonly answers: AnswerFlags
  readonly flags: SettingsFlags
  /** How the agent calls tools, where the command line says so. */
  readonly mode?: ToolPresentationMode | undefined
  readonly runtime?: RuntimeName | undefined
}

/** What it is answered with. */
export interface PromptMeans {
  readonly io: Io
  readonly open: OpenWorkspace
  readonly openModel: OpenModel
}

/** Answers a prompt with the model that is configured; where there is none, says so. @returns the exit status. */
export async function answerPrompt(request: PromptRequest, means: PromptMeans): Promise<number> {
  const { io, open, openModel } = means
  const prompt = await promptOf(request, io)
  try {
    return await withWorkspace(
      open,
      io,
      request.folder,
      async (workspace, settings) => {
        const find: RunMeans['openModel'] = async (past) => {
          // A program that a person gave needs no model to go on.
          if (past?.isProgram === true && prompt === undefined) return modelOfProgram()
          return priced(await openModel(io.env, settings.model), settings.prices ?? {})
        }
        const asked = { ...request, ...(prompt !== undefined && { prompt }) }
        const { status } = await runPrompt(
          asked,
          meansOf(find, request, workspace, settings, io),
          workspace,
          io,
        )
        return status
      },
      request.flags,
      'later',
    )
  } catch (error) {
    const status = tellFailure(error, request.asJson, io)
    if (status === exitCode.model && hasNoKey(request, io)) await demonstrate(request, means)
    return status
  }
}

/** A session that goes on needs no words, as what was cut off in it can go on. */
async function promptOf({ words, session }: PromptRequest, io: Io): Promise<string | undefined> {
  if (session.kind === 'new' || words.length > 0) return promptText(words, io)
  return io.stdin.isTTY === true ? undefined : promptIn(io)
}

function meansOf(
  find: RunMeans['openModel'],
  { runtime }: PromptRequest,
  workspace: Workspace,
  settings: LoadedSettings,
  io: Io,
): RunMeans {
  const { root, ctx } = workspace
  return {
    ...programMeans({ runtime }, { ctx }, settings, io),
    mode: settings.toolMode,
    openModel: find,
    startServers: () => startServers(workspace, io),
    limits: settings.limits ?? {},
    openStore: () => workspaceSessions(root, io.env, (message) => ctx.logger.warn(message)),
    seeIt,
  }
}

/** Whoever chose a model wants that one, and nothing else. */
function hasNoKey({ flags }: PromptRequest, { env }: Io): boolean {
  return flags.model === undefined && (env['MILLRACE_MODEL'] ?? '') === '' && modelVariable(env) === undefined
}

/** A person sees what would happen; a script must not take that for an answer. */
async function demonstrate(request: PromptRequest, { io, open }: PromptMeans): Promise<void> {
  const isPerson = io.stdout.isTTY === true && (io.env['CI'] ?? '') === ''
  if (request.asJson || !isPerson)
    return writeHints(io, ['a whole turn that needs no key is played by: millrace run --demo'])
  writeHints(io, ['this is what a turn looks like; it is no answer to the prompt:'])
  const { playDemo } = await import('../demo/play-demo.ts')
  const { folder, expand, colour, isKept, answers, flags } = request
  await playDemo(
    { folder, expand, colour, asJson: false, isKept, keepsScratch: false, answers, flags, hasNoKey: true },
    io,
    open,
  )
}
