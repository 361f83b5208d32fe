import type { AgentModel, AgentService, SessionAgent, TurnResult } from '@millrace/agent'
import type { Card } from '@millrace/cards'
import { memorySessions, type SessionLog, type SessionStore } from '@millrace/agent/session'
import type { SessionHeader } from '@millrace/protocol'
import type { ToolPresentationMode } from '@millrace/tools'
import type { AnswerFlags } from '../ask/answer-flags.ts'
import { answersFor } from '../ask/answers-for.ts'
import { hintsForUnasked } from '../call/hint.ts'
import type { LimitSettings } from '../config/file-settings.ts'
import type { Io } from '../io.ts'
import { withStatusArea } from '../live/with-status-area.ts'
import { writeHints } from '../mistake.ts'
import type { WorkspaceSettings } from '../settings.ts'
import { UsageError } from '../usage-error.ts'
import { workspaceAgents } from '../workspace-agents.ts'
import { workspaceCodeMode, type CodeModeOptions } from '../workspace-code-mode.ts'
import type { Workspace } from '../workspace.ts'
import { writeEventLines } from './event-lines.ts'
import { presentersOf } from './presenters.ts'
import { runAudience, type AudienceRequest, type RunAudience } from './run-audience.ts'
import { runPeople } from './run-people.ts'
import { sessionToGoOn, type SessionChoice } from './session-choice.ts'
import { sessionPast, type SessionPast } from './session-past.ts'
import { tellOfEnd, type EndMeans } from './tell-of-end.ts'
import { turnExit } from './turn-exit.ts'
import { watchedStore } from './watched-store.ts'

/** One prompt that the command line gives. */
export interface RunRequest extends AudienceRequest {
  /** Left out where a session goes on with what was cut off. */
  readonly prompt?: string
  readonly session: SessionChoice
  /** How the agent calls tools, where the command line says so. */
  readonly mode?: ToolPresentationMode | undefined
  /** Whether the session outlives the process. */
  readonly isKept: boolean
  readonly answers: AnswerFlags
}

/** What answers it, and within which bounds. */
export interface RunMeans extends EndMeans {
  /** Opens the model that answers; for a session that goes on, by what it was. */
  readonly openModel: (past?: SessionPast) => Promise<AgentModel>
  readonly limits: NonNullable<WorkspaceSettings['limits']>
  /** Starts the servers whose tools the agent has, once there is a model; they are there already without it. */
  readonly startServers?: () => Promise<void>
  /** Shows what became of it, before anything is said about it. */
  readonly show?: (outcome: Pick<RunOutcome, 'audience' | 'session'>) => Promise<void>
  /** How agents call tools unless the command line or their session says otherwise. */
  readonly mode?: ToolPresentationMode | undefined
  /** Where programs run. */
  readonly programs: Omit<CodeModeOptions, 'runs'>
  /** Where programs that are under way are kept, so that they can go on after a crash. */
  readonly openRuns: () => Promise<NonNullable<CodeModeOptions['runs']>>
  /** Where sessions are kept that outlive the process. */
  readonly openStore: () => Promise<SessionStore>
}

/** How a prompt was answered, as far as the command can tell. */
export interface RunOutcome {
  readonly status: number
  readonly result: TurnResult
  readonly session: SessionHeader
  /** What was shown, or would have been. */
  readonly audience: RunAudience
}

/** Gives a prompt to an agent in a workspace, shows how it goes, and says with what status the command ends. */
export async function runPrompt(
  request: RunRequest,
  means: RunMeans,
  workspace: Workspace,
  io: Io,
): Promise<RunOutcome> {
  const own = withStatusArea(io)
  const answers = answersFor(request.answers, workspace, own)
  // Where there is no model, nothing is made.
  const first = request.session.kind === 'new' ? await means.openModel() : undefined
  const store = request.isKept ? await means.openStore() : memorySessions()
  const kind = request.shows === 'program' ? 'program' : 'agent'
  const before = await sessionToGoOn(store, request.session, kind, workspace.root)
  const past = before && sessionPast((await store.read(before.id)).events)
  const model = first ?? (await means.openModel(past))
  requirePrice(model, means.limits)
  await means.startServers?.()
  const mode = request.mode ?? past?.mode ?? means.mode ?? 'native'
  const { tools, agent: scope, root } = workspace
  const presenters = await presentersOf((name) => tools.get(name, scope), {
    programs: mode !== 'native',
    servers: true,
  })
  const audience = await runAudience(request, { root, presenters }, own)
  const undo: (() => unknown)[] = []
  const listen = (log: SessionLog, past: Parameters<RunAudience['open']>[1]): void => {
    audience.open(log.header.id, past)
    undo.push(request.asJson && request.shows !== 'program' ? writeEventLines(log, own.stdout) : () => {})
    undo.push(log.watch((event) => audience.hear(event)))
  }
  try {
    if (mode !== 'native') undo.push(await codeMode(request, means, workspace))
    const agents = await workspaceAgents(workspace, { store: watchedStore(store, listen) })
    const agent = await agentFor(agents, before, root, agentOptions(model, mode, means.limits))
    const ended = new Set(audience.view.cards.filter(hasEnded).map(({ callId }) => callId))
    const { result, isUnsent = false } = await turnOf(agent, request, {
      answers,
      workspace,
      io: own,
      audience,
    })
    audience.end()
    const session = agent.session.header
    await means.show?.({ audience, session })
    const cards = audience.view.cards.filter(({ callId }) => !ended.has(callId))
    writeHints(own, hintsForUnasked(cards, workspace))
    tellOfEnd({ ...request, session: session.id, isUnsent }, means, result, own)
    return { status: turnExit(result), result, session, audience }
  } finally {
    audience.end()
    for (const each of undo) await each()
  }
}

function hasEnded({ endedAt }: Card): boolean {
  return endedAt !== undefined
}

/** A limit that cannot be measured would be none. @throws UsageError where one of the cost has no price. */
export function requirePrice(model: AgentModel, limits: LimitSettings): void {
  if (limits.cost === undefined || model.price !== undefined) return
  const name = `${model.name.provider}/${model.name.id}`
  throw new UsageError(`a limit of the cost needs the price of ${name}, which is not known`, [
    `give it in millrace.jsonc: "prices": { "${name}": { "input": …, "output": … } }`,
    'or bound the tokens instead: --max-tokens',
  ])
}

/** Programs of a session that is not kept cannot go on. */
async function codeMode(
  { isKept }: RunRequest,
  { programs, openRuns }: RunMeans,
  workspace: Workspace,
): Promise<() => Promise<void>> {
  return workspaceCodeMode(workspace, { ...programs, ...(isKept && { runs: await openRuns() }) })
}

function agentFor(
  agents: AgentService,
  before: SessionHeader | undefined,
  cwd: string,
  options: AgentOptions,
): Promise<SessionAgent> {
  return before === undefined ? agents.create({ ...options, cwd }) : agents.resume(before.id, options)
}

type AgentOptions = Parameters<AgentService['resume']>[1]

/** What an agent is made with, as settings say. */
export function agentOptions(
  model: AgentModel,
  mode: ToolPresentationMode,
  { seconds, ...others }: LimitSettings,
): AgentOptions {
  const limits = { ...others, ...(seconds !== undefined && { ms: seconds * 1000 }) }
  return { model, limits, ...(mode !== 'native' && { presentAs: mode }) }
}

async function turnOf(
  agent: SessionAgent,
  request: RunRequest,
  around: Omit<Parameters<typeof runPeople>[0], 'agent' | 'colour'> & { readonly audience: RunAudience },
): Promise<Answered> {
  let leave: (() => void) | undefined
  try {
    leave = await runPeople({ ...around, agent, colour: request.colour })
    around.audience.begin(agent)
    return await answered(agent, request, around.io.signal)
  } finally {
    leave?.()
    // Lets the session go, so that another process can go on with it.
    await agent.dispose()
  }
}

interface Answered {
  readonly result: TurnResult
  /** Whether there was a prompt, and it reached no turn. */
  readonly isUnsent?: boolean
}

/** What was cut off goes on first: a message alone would close it for good. */
async function answered(
  agent: SessionAgent,
  { prompt, shows }: Pick<RunRequest, 'prompt' | 'shows'>,
  signal: AbortSignal,
): Promise<Answered> {
  if (agent.interrupted !== undefined) {
    const result = await agent.goOn(signal)
    const isOver = result.reason === 'done' || result.reason === 'concluded'
    if (prompt === undefined || !isOver) return { result, isUnsent: prompt !== undefined }
  }
  if (prompt !== undefined) return { result: await agent.send(prompt, signal) }
  const problem = 'nothing of this session was cut off that could go on'
  if (shows === 'program') throw new UsageError(`${problem}: its program has ended, or cannot go on`)
  throw new UsageError(`${problem}, so it needs a prompt`, ['for example: millrace run --continue "go on"'])
}
