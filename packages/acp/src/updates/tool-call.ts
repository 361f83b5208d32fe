import type * as acp from '@agentclientprotocol/sdk'
import type { Card } from '@millrace/cards'
import type { JsonValue, TerminalCallView, ToolResultView } from '@millrace/protocol'
import { transportName } from '@millrace/tools'
import { acpBlock, shownBlock, shownDiffs, shownText } from './content.ts'
import { locationsOf, type Places } from './places.ts'
import { consoleOf, resultContent } from './result-content.ts'
import { fenced, titleText } from './text.ts'

/** A call as an editor knows it: all of its members. */
export type KnownCall = Omit<acp.ToolCall, '_meta'>

/** UTF-16 units of arguments and results as JSON; a longer one is shown by its content alone. */
const longestInput = 256 * 1024
const longestOutput = 8 * 1024

/** What only thinks, whatever its card says. */
const thinks: ReadonlySet<string> = new Set(['todo_write', 'task', 'tool_search'])

const statuses: Readonly<Record<Card['status'], acp.ToolCallStatus>> = {
  queued: 'pending',
  waiting: 'pending',
  running: 'in_progress',
  done: 'completed',
  failed: 'failed',
  denied: 'failed',
  cancelled: 'failed',
}

/**
 * A card as a tool call of the protocol.
 * @param parent - the card of the program or sub-agent that makes the call.
 */
export function toolCallOf(card: Card, places: Places, parent?: Card): KnownCall {
  const { callId, tool } = card
  const rawInput = inputOf(card.arguments)
  const rawOutput = outputOf(card.result)
  return {
    toolCallId: callId,
    title: titleOf(card, parent),
    name: tool,
    kind: kindOf(card),
    status: statusOf(card),
    content: card.endedAt === undefined ? pendingContent(card, places) : resultContent(card, places),
    locations: locationsOf(card, places),
    ...(rawInput !== undefined && { rawInput }),
    ...(rawOutput !== undefined && { rawOutput }),
  }
}

/** A refused call has not ended before its result is there: an editor then gets the words together with the state. */
function statusOf({ status, endedAt }: Card): acp.ToolCallStatus {
  const known = statuses[status]
  return endedAt === undefined && known === 'failed' ? 'pending' : known
}

/** The tool whose title is the command itself. */
const shell = 'bash'

/** The name of the tool and what it is called with; of a command the command itself, as that is what runs. */
function titleOf({ call, tool }: Card, parent: Card | undefined): string {
  const isNamed = tool === shell || call.title.startsWith(`${tool}:`)
  const own = isNamed ? call.title : `${tool} ${call.title}`
  return titleText(parent === undefined ? own : `${ownerOf(parent)} › ${own}`)
}

function ownerOf({ tool, call }: Card): string {
  return tool === transportName ? 'program' : call.title.slice(0, 60)
}

function kindOf({ call, tool }: Card): acp.ToolKind {
  if (thinks.has(tool)) return 'think'
  if (tool === transportName || call.card === 'terminal') return 'execute'
  return call.card === 'diff' ? 'edit' : (call.kind ?? 'other')
}

/** What a call that has not ended shows: what it will do, and how far it is. */
function pendingContent(card: Card, places: Places): acp.ToolCallContent[] {
  const { call, progress } = card
  const told = [
    ...(progress?.text === undefined || progress.text === '' ? [] : [fenced(progress.text)]),
    ...(progress?.done === undefined
      ? []
      : [`${progress.done}${progress.total === undefined ? '' : ` of ${progress.total}`}`]),
  ]
  return [...callContent(call, places), ...consoleOf(card), ...told.map(shownText)]
}

function callContent(call: Card['call'], places: Places): acp.ToolCallContent[] {
  switch (call.card) {
    case 'terminal':
      return aboutCommand(call).map((text) => shownText(fenced(text)))
    case 'diff':
      return shownDiffs(call.diffs, places)
    case 'generic':
      return (call.content ?? []).map((block) => shownBlock(acpBlock(block)))
  }
}

/** What a command is for, and where it runs: the same command does something else in another folder. */
function aboutCommand({ description, cwd }: TerminalCallView): string[] {
  return [
    ...(description === undefined ? [] : [description]),
    ...(cwd === undefined ? [] : [`in the folder ${cwd}`]),
  ]
}

function inputOf(text: string): JsonValue | undefined {
  if (text.length > longestInput) return `[${text.length} characters are not shown]`
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    // What a model wrote may be no JSON; it is shown as it is.
    return text
  }
}

function outputOf(result: ToolResultView | undefined): ToolResultView | undefined {
  // A generic result is its content.
  if (result === undefined || result.card === 'generic') return undefined
  return JSON.stringify(result).length > longestOutput ? undefined : result
}
