import { renderAnsi, renderPlain } from '@millrace/cards'
import { systemClock } from '@millrace/host'
import { isHarnessError } from '@millrace/protocol'
import type { ToolDefinition } from '@millrace/tools'
import { exitCode, exitCodeOf } from '../exit-code.ts'
import type { Io } from '../io.ts'
import { writeJson } from '../json.ts'
import { cardOptions, wantsColour, type ColourChoice } from '../screen.ts'
import { visibleTool } from '../tools/listed.ts'
import { UsageError } from '../usage-error.ts'
import { writeHints, writeMistake } from '../mistake.ts'
import type { Workspace } from '../workspace.ts'
import { readArguments, type ArgumentSource, type CallArguments } from './arguments.ts'
import { exampleCall } from './example.ts'
import { hintFor } from './hint.ts'
import { liveLine } from './live-line.ts'
import { recordCall, type Recorded } from './record.ts'
import { callReport, refusalReport } from './report.ts'

/** One call that the command line asks for. */
export interface CallRequest extends ArgumentSource {
  readonly tool: string
  readonly asJson: boolean
  readonly expand: boolean
  readonly colour: ColourChoice
}

const callId = 'c1'

/** Makes one call, shows its card or its report, and says with what status the command ends. */
export async function call(request: CallRequest, workspace: Workspace, io: Io): Promise<number> {
  try {
    const definition = visibleTool(request.tool, workspace)
    const args = await argumentsFor(request, definition, io)
    const recorded = await record(request, args, workspace, io)
    return show(request, recorded, workspace, io)
  } catch (error) {
    if (!(error instanceof UsageError) || !request.asJson) throw error
    writeJson(io.stdout, refusalReport(request.tool, callId, error.message, error.code, error.hints[0]))
    return exitCode.usage
  }
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
  workspace: Workspace,
  io: Io,
): Promise<Recorded> {
  const live = request.asJson ? undefined : liveLine(io, request.colour, systemClock)
  try {
    return await recordCall(workspace, {
      callId,
      name: request.tool,
      arguments: args,
      signal: io.signal,
      clock: systemClock,
      ...(live !== undefined && { watch: (card) => live.show(card) }),
    })
  } finally {
    live?.end()
  }
}

function show(request: CallRequest, { card, result }: Recorded, workspace: Workspace, io: Io): number {
  const hint = hintFor(card, workspace)
  const isMistake = card.error?.code === 'INVALID_ARGS'
  if (request.asJson) {
    writeJson(io.stdout, callReport(card, result, hint))
  } else if (isMistake) {
    writeMistake(io, result.error?.message ?? '', hint === undefined ? [] : [hint])
  } else {
    const render = wantsColour(io.stdout, io.env, request.colour) ? renderAnsi : renderPlain
    io.stdout.write(`${render(card, cardOptions(io, request.expand))}\n`)
    writeHints(io, hint === undefined ? [] : [hint])
  }
  return isMistake ? exitCode.usage : exitCodeOf(card.status)
}
