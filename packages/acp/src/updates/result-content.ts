import type * as acp from '@agentclientprotocol/sdk'
import { decisionOf, type Card } from '@millrace/cards'
import type { TerminalResultView, ToolResultView } from '@millrace/protocol'
import { acpBlock, shownBlock, shownDiffs, shownText } from './content.ts'
import type { Places } from './places.ts'
import { boundedText, fenced } from './text.ts'

/** What a call that ended shows. */
export function resultContent(card: Card, places: Places): acp.ToolCallContent[] {
  const { status, result } = card
  if (status !== 'done' || result === undefined) return [...consoleOf(card), ...failureContent(card)]
  return [...consoleOf(card), ...viewContent(result, places)]
}

/** What a program said on its console. */
export function consoleOf({ console: said }: Card): acp.ToolCallContent[] {
  return said === undefined || said === '' ? [] : [shownText(fenced(said))]
}

/** An editor knows no state but failed: the words tell denied, cancelled and failed apart, and by whom. */
function failureContent(card: Card): acp.ToolCallContent[] {
  const { status, failure = '' } = card
  const decision = decisionOf(card)
  const by =
    decision === undefined
      ? ''
      : ` by ${decision.by}${decision.rule === undefined ? '' : ` (${decision.rule})`}`
  const said = decision?.message === undefined ? '' : `: ${decision.message}`
  const head = status === 'failed' ? [] : [`The call was ${status}${by}${said}.`]
  return [...head, ...(failure === '' ? [] : [fenced(failure)])].map(shownText)
}

function viewContent(view: ToolResultView, places: Places): acp.ToolCallContent[] {
  switch (view.card) {
    case 'generic':
      return (view.content ?? []).map((block) => shownBlock(acpBlock(block)))
    case 'terminal':
      return terminalContent(view)
    case 'diff':
      return shownDiffs(view.diffs, places)
    case 'read': {
      const text = view.content ?? view.lines.map(({ text: line }) => line).join('\n')
      return [shownText(fenced(text, view.lang))]
    }
    case 'search':
      return [shownText(searchText(view))]
    case 'web':
      return [shownText(webText(view))]
    case 'code':
      return [
        ...(view.result === undefined ? [] : [fenced(view.result, view.language)]),
        ...(view.notes ?? []),
      ].map(shownText)
  }
}

function terminalContent(view: TerminalResultView): acp.ToolCallContent[] {
  const { output = '', omitted } = view
  const missing = omitted === undefined ? [] : [`${omitted.bytes} bytes of it are not shown`]
  const path = omitted?.path === undefined ? [] : [`all of it is in ${omitted.path}`]
  const lines = [endOf(view), ...missing, ...path].filter((line) => line !== '')
  return [...(output === '' ? [] : [fenced(output)]), ...(lines.length === 0 ? [] : [lines.join('; ')])].map(
    shownText,
  )
}

function endOf({ exitCode, signal, timedOut, job }: TerminalResultView): string {
  if (job !== undefined) return `runs on as the job ${job}`
  if (timedOut === true) return 'ended by its time limit'
  if (signal !== undefined) return `ended by ${signal}`
  return exitCode === undefined ? '' : `exit ${exitCode}`
}

function searchText(view: Extract<ToolResultView, { card: 'search' }>): string {
  const rows =
    view.shape === 'paths'
      ? view.paths
      : view.files.flatMap(({ path, matches }) =>
          matches.map(
            ({ lineNumber, line, context }) => `${path}${context === true ? '-' : ':'}${lineNumber}: ${line}`,
          ),
        )
  const found = `${view.total} found${view.truncated ? ', not all are listed' : ''}`
  return rows.length === 0 ? found : `${fenced(rows.join('\n'))}\n${found}`
}

function webText(view: Extract<ToolResultView, { card: 'web' }>): string {
  if (view.kind === 'fetch') {
    const { url, statusCode, truncated } = view
    return fenced(`${url}\n${statusCode}${truncated ? ', the answer is cut' : ''}`)
  }
  const sources = view.sources.map(({ url, title, snippet }) =>
    [title, url, snippet].filter(Boolean).join('\n'),
  )
  return fenced(boundedText([...(view.answer === undefined ? [] : [view.answer]), ...sources].join('\n\n')))
}
