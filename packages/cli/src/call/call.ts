import { renderAnsi, renderPlain, type Card, type RenderOptions } from '@millrace/cards'
import { systemClock } from '@millrace/host'
import { isHarnessError } from '@millrace/protocol'
import type { ToolDefinition } from '@millrace/tools'
import type { AnswerFlags, Answers } from '../ask/answer-flags.ts'
import { answersFor } from '../ask/answers-for.ts'
import { exitCode, exitCodeOf } from '../exit-code.ts'
import type { Io } from '../io.ts'
import { writeJson } from '../json.ts'
import { liveCard } from '../live/live-card.ts'
import { UnseenTyping } from '../live/unseen-typing.ts'
import { withStatusArea } from '../live/with-status-area.ts'
import { writeHints, writeMistake } from '../mistake.ts'
import { cardOptions, wantsColour, type ColourChoice } from '../screen.ts'
import { isServerTool } from '../mcp/tool-server.ts'
import { visibleTool } from '../tools/listed.ts'
import { UsageError } from '../usage-error.ts'
import type { Workspace } from '../workspace.ts'
import { readArguments, type ArgumentSource, type CallArguments } from './arguments.ts'
import { endedJob } from './ended-job.ts'
import { exampleCall } from './example.ts'
import { hintFor } from './hint.ts'
import { people } from './people.ts'
import { recordCall, type Recorded } from './record.ts'
import { callReport, refusalReport, type Remarks } from './report.ts'
import { ruleSource } from './rule-source.ts'
import { requireValid } from './require-valid.ts'
import { sandboxHint } from './sandbox-hint.ts'

/** One call that the command line asks for. */
export interface CallRequest extends ArgumentSource {
  readonly tool: string
  readonly asJson: boolean
  readonly expand: boolean
  readonly colour: ColourChoice
  /** What the command line answers to questions. */
  readonly answers: AnswerFlags
}

const callId = 'c1'

/** Makes one call, shows its card or its report, and says with what status the command ends. */
export async function call(request: CallRequest, workspace: Workspace, io: Io): Promise<number> {
  try {
    const missing = await missingFor(request, workspace, io)
    if (missing !== undefined) return missing
    const definition = await visibleTool(request.tool, workspace)
    const answers = answersFor(request.answers, workspace, io)
    const args = await argumentsFor(request, definition, io)
    if (definition.effects !== 'none') await requireValid(definition, args)
    const recorded = await record(request, args, answers, workspace, io)
    const source = ruleSource(recorded.card, args, workspace)
    return await show(request, { ...recorded, source }, workspace, io)
  } catch (error) {
    if (!(error instanceof UsageError) || !request.asJson) throw error
    writeJson(io.stdout, refusalReport(request.tool, callId, error.message, error.code, error.hints[0]))
    return exitCode.usage
  }
}

/** Tells why the server of a tool is not there. @returns the exit status; `undefined` where the server is no reason. */
async function missingFor(
  { tool, asJson }: CallRequest,
  workspace: Workspace,
  io: Io,
): Promise<number | undefined> {
  if (!isServerTool(tool)) return undefined
  const { missingServer } = await import('../mcp/missing-server.ts')
  const missing = missingServer(tool, workspace)
  if (missing === undefined) return undefined
  const { message, code, hint, status } = missing
  const isDenied = status === exitCode.denied
  if (asJson) writeJson(io.stdout, refusalReport(tool, callId, message, code, hint, isDenied))
  else writeMistake(io, message, hint === undefined ? [] : [hint])
  return status
}

/** Arguments that cannot be read are the command line's mistake, whoever found it. */
async function argumentsFor(request: CallRequest, tool: ToolDefinition, io: Io): Promise<CallArguments> {
  try {
    return await readArguments(request, tool, io)
  } catch (error) {
    if (!isHarnessError(error)) throw error
    const message = `the arguments of "${tool.name}" cannot be read: ${error.message}`
    throw new UsageError(message, [`for example: ${exampleCall(tool)}`], 'INVALID_ARGS')
  }
}

async function record(
  request: CallRequest,
  args: CallArguments,
  answers: Answers,
  workspace: Workspace,
  io: Io,
): Promise<Recorded> {
  const own = withStatusArea(io)
  const live = request.asJson ? undefined : liveCard(io, own.stderr, request.colour, systemClock)
  const typing = live && UnseenTyping.of(io)
  const forget = io.beforeLeaving?.(() => live?.end())
  const watch = (card: Card): void => {
    live?.show(card)
    if (card.status === 'running') typing?.start()
    else typing?.stop()
  }
  try {
    return await recordCall(workspace, {
      callId,
      name: request.tool,
      arguments: args,
      signal: io.signal,
      clock: systemClock,
      ...people(answers, workspace, { io: own, colour: request.colour, typing }),
      watch,
    })
  } finally {
    live?.end()
    typing?.stop()
    forget?.()
  }
}

async function show(
  request: CallRequest,
  { card, result, source }: Recorded & Pick<Remarks, 'source'>,
  workspace: Workspace,
  io: Io,
): Promise<number> {
  const hint = hintFor(card, workspace) ?? sandboxHint(card, workspace) ?? endedJob(result)
  const isMistake = card.error?.code === 'INVALID_ARGS'
  if (request.asJson) {
    writeJson(io.stdout, callReport(card, result, { hint, source }))
  } else if (isMistake) {
    writeMistake(io, result.error?.message ?? '', hint === undefined ? [] : [hint])
  } else {
    const isColoured = wantsColour(io.stdout, io.env, request.colour)
    const options = { ...cardOptions(io, request.expand), cwd: workspace.root }
    const text = isColoured
      ? renderAnsi(card, { ...options, ...(await highlighting(card)) })
      : renderPlain(card, options)
    io.stdout.write(`${text}\n`)
    writeHints(io, hint === undefined ? [] : [hint])
  }
  return isMistake ? exitCode.usage : exitCodeOf(card.status)
}

/** The grammars are loaded only where there is a program to colour. */
async function highlighting({ result }: Card): Promise<Pick<RenderOptions, 'highlight'>> {
  if (result?.card !== 'read' && result?.card !== 'diff') return {}
  const { highlighter } = await import('@millrace/cards/highlight')
  return { highlight: highlighter() }
}
