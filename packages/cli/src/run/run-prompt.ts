import type { AgentModel, AgentService, SessionAgent, TurnResult } from '@millrace/agent'
import { memorySessions, type SessionLog, type SessionStore } from '@millrace/agent/session'
import { escapeVisible } from '@millrace/protocol'
import type { AnswerFlags } from '../ask/answer-flags.ts'
import { answersFor } from '../ask/answers-for.ts'
import { hintsForUnasked } from '../call/hint.ts'
import type { LimitSettings } from '../config/file-settings.ts'
import type { Io } from '../io.ts'
import { withStatusArea } from '../live/with-status-area.ts'
import { writeHints } from '../mistake.ts'
import type { ColourChoice } from '../screen.ts'
import type { WorkspaceSettings } from '../settings.ts'
import { UsageError } from '../usage-error.ts'
import { workspaceAgents } from '../workspace-agents.ts'
import type { Workspace } from '../workspace.ts'
import { writeEventLines } from './event-lines.ts'
import { runAudience, type RunAudience } from './run-audience.ts'
import { runPeople } from './run-people.ts'
import { sessionToGoOn, shortId, type SessionChoice } from './session-choice.ts'
import { turnExit } from './turn-exit.ts'
import { watchedStore } from './watched-store.ts'

/** One prompt that the command line gives. */
export interface RunRequest {
  readonly prompt: string
  readonly session: SessionChoice
  /** Whether the session outlives the process. */
  readonly isKept: boolean
  readonly asJson: boolean
  readonly expand: boolean
  readonly colour: ColourChoice
  readonly answers: AnswerFlags
}

/** What answers it, and within which bounds. */
export interface RunMeans {
  readonly model: AgentModel
  readonly limits: NonNullable<WorkspaceSettings['limits']>
  /** Where sessions are kept that outlive the process. */
  readonly openStore: () => Promise<SessionStore>
  /** How one can look at the session afterwards; nothing is said where it is left out. */
  readonly seeIt?: (id: string) => readonly string[]
  /** Whether its session cannot go on afterwards. */
  readonly isLast?: boolean
}

/** How a prompt was answered, as far as the command can tell. */
export interface RunOutcome {
  readonly status: number
  readonly result: TurnResult
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
  requirePrice(means)
  const answers = answersFor(request.answers, workspace, own)
  const store = request.isKept ? await means.openStore() : memorySessions()
  const id = await sessionToGoOn(store, request.session, workspace.root)
  const audience = await runAudience(request, workspace, own)
  const undo: (() => void)[] = []
  const listen = (log: SessionLog, past: Parameters<RunAudience['open']>[1]): void => {
    audience.open(log.header.id, past)
    undo.push(request.asJson ? writeEventLines(log, own.stdout) : () => {})
    undo.push(log.watch((event) => audience.hear(event)))
  }
  try {
    const agents = await workspaceAgents(workspace, { store: watchedStore(store, listen) })
    const agent = await agentFor(agents, id, workspace.root, means)
    const { length: past } = audience.view.cards
    const result = await turnOf(agent, request, { answers, workspace, io: own, audience })
    audience.end()
    writeHints(own, hintsForUnasked(audience.view.cards.slice(past), workspace))
    tellOfEnd(request, means, agent, result, own)
    return { status: turnExit(result), result, audience }
  } finally {
    audience.end()
    for (const each of undo) each()
  }
}

/** A limit that cannot be measured would be none. */
function requirePrice({ model, limits }: RunMeans): void {
  if (limits.cost === undefined || model.price !== undefined) return
  const name = `${model.name.provider}/${model.name.id}`
  throw new UsageError(`a limit of the cost needs the price of ${name}, which is not known`, [
    `give it in millrace.jsonc: "prices": { "${name}": { "input": …, "output": … } }`,
    'or bound the tokens instead: --max-tokens',
  ])
}

function agentFor(
  agents: AgentService,
  id: string | undefined,
  cwd: string,
  { model, limits }: RunMeans,
): Promise<SessionAgent> {
  const options = { model, limits: agentLimits(limits) }
  return id === undefined ? agents.create({ ...options, cwd }) : agents.resume(id, options)
}

function agentLimits({
  seconds,
  ...others
}: LimitSettings): Parameters<AgentService['create']>[0]['limits'] & {} {
  return { ...others, ...(seconds !== undefined && { ms: seconds * 1000 }) }
}

async function turnOf(
  agent: SessionAgent,
  request: RunRequest,
  around: Omit<Parameters<typeof runPeople>[0], 'agent' | 'colour'> & { readonly audience: RunAudience },
): Promise<TurnResult> {
  let leave: (() => void) | undefined
  try {
    leave = await runPeople({ ...around, agent, colour: request.colour })
    around.audience.begin(agent)
    return await agent.send(request.prompt, around.io.signal)
  } finally {
    leave?.()
    // Lets the session go, so that another process can go on with it.
    await agent.dispose()
  }
}

/** Limits that a session which reached them has reached for good. */
const sessionLimits: ReadonlyMap<string, string> = new Map([
  ['calls', ' --max-calls …'],
  ['tokens', ' --max-tokens …'],
  ['cost', ' --max-cost …'],
])

function tellOfEnd(
  request: RunRequest,
  { seeIt, isLast = false }: RunMeans,
  agent: SessionAgent,
  result: TurnResult,
  io: Io,
): void {
  const { reason, code } = result
  const isDone = reason === 'done' || reason === 'concluded'
  if (!isDone && (request.asJson || !isLogged(result))) io.stderr.write(ending(result))
  if (!request.isKept) return
  const id = shortId(agent.session.header.id)
  const raised = reason === 'limit' ? (sessionLimits.get(code ?? '') ?? '') : ''
  const goOn = isLast || isDone ? [] : [`it goes on with: millrace run --resume ${id}${raised} "…"`]
  writeHints(io, [...(seeIt?.(id) ?? []), ...goOn])
}

/** Whether its end is in the log, and so was shown: not that of a turn which never began, or whose log failed. */
function isLogged({ turn, code = '' }: TurnResult): boolean {
  return turn > 0 && !code.startsWith('SESSION_')
}

function ending({ reason, message, code }: TurnResult): string {
  return `millrace: the turn ended (${reason}): ${escapeVisible(message ?? code ?? reason)}\n`
}
