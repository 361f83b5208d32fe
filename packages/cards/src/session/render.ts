import { cardRows } from '../layout/card-rows.ts'
import { footerOf } from '../layout/item-blocks.ts'
import { itemRows } from '../layout/item-rows.ts'
import { span, type Row } from '../layout/row.ts'
import { messageRows } from '../layout/screen.ts'
import { sheetOf, type RenderOptions, type Sheet } from '../layout/sheet.ts'
import { paintAnsi, paintPlain } from '../paint.ts'
import type { SessionItem, UserItem } from './item.ts'
import { show, widthOf } from '../text/shown.ts'
import { sessionCard, type SessionView } from './view.ts'

/** How a session is drawn on a terminal. */
export interface SessionRenderOptions extends RenderOptions {
  /** With terminal colours. */
  readonly colour?: boolean
  /** Id of the session, for its footers. */
  readonly session?: string
}

/**
 * One item of a session as rows of a screen: prose, the card of a call, a remark, or the footer of a turn. None for an
 * item that has nothing to show.
 */
export function sessionRows(item: SessionItem, view: SessionView, options: SessionRenderOptions): Row[] {
  const sheet = sheetOf(options)
  if (item.kind === 'call') {
    const card = sessionCard(view, item)
    return card === undefined ? [] : cardRows(card, sheet)
  }
  const rows = itemRows(item, sheet)
  if (item.kind === 'end') {
    return [...rows, ...footerRows(footerOf(item, options.session, sheet.words), sheet)]
  }
  return item.kind === 'user' && startsLaterTurn(item) ? [emptyRow, ...rows] : rows
}

/** Between dashes, and broken between its facts. */
function footerRows(facts: readonly string[], sheet: Sheet): Row[] {
  const lines: string[] = []
  let line = `-- ${facts[0] ?? ''}`
  for (const fact of facts.slice(1)) {
    const longer = `${line} | ${fact}`
    if (widthOf(show(longer)) + ' --'.length <= sheet.width) line = longer
    else {
      lines.push(line)
      line = `   ${fact}`
    }
  }
  return [...lines, `${line} --`].flatMap((each) => messageRows(each, sheet, 'quiet'))
}

const emptyRow: Row = [span('')]

function startsLaterTurn(item: UserItem): boolean {
  return item.turn > 1 && item.steering === undefined && item.plugin === undefined
}

/** The same as text, ready to be printed: every row ends with a line break. Empty for an item with nothing to show. */
export function renderSessionItem(
  item: SessionItem,
  view: SessionView,
  options: SessionRenderOptions,
): string {
  const rows = sessionRows(item, view, options)
  if (rows.length === 0) return ''
  return `${options.colour === true ? paintAnsi(rows) : paintPlain(rows)}\n`
}

/** All items of a session: what printing each of them once, as soon as it is settled, gives in the end. */
export function renderSession(view: SessionView, options: SessionRenderOptions): string {
  return view.items.map((item) => renderSessionItem(item, view, options)).join('')
}
