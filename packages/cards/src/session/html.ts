import type { SessionHeader } from '@millrace/protocol'
import { cardHtml } from '../html/card.ts'
import { element, htmlText, joined, type Html } from '../html/element.ts'
import { proseHtml } from '../html/prose.ts'
import { style, styleHash } from '../html/style.ts'
import { sheetOf, type RenderOptions, type Sheet } from '../layout/sheet.ts'
import { cutEnd } from '../text/shown.ts'
import { sessionFacts, sessionTitle } from './facts.ts'
import type { SessionItem } from './item.ts'
import { sessionCard, type SessionView } from './view.ts'

/** How a session is written as a page. */
export interface HtmlOptions extends Omit<RenderOptions, 'width' | 'ascii' | 'expandHint'> {
  /** Whether the page has everything, for a reader to unfold; `true` by default. Otherwise it has what a terminal shows. */
  readonly expand?: boolean
  /** Unfold everything; by default only what failed, was denied or waits is. */
  readonly open?: boolean
  /** Columns at which names are cut and, unless the page has everything, lines; 100 by default. */
  readonly width?: number
}

const usualWidth = 100
const longestTitle = 100

/** What the page may do: show its own style and the pictures in it. Nothing runs, and nothing is asked of any server. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/**
 * A session as one HTML page that needs nothing else: no script, no other file, no network. Whatever a person, a model,
 * a tool or a file wrote is text in it; the only links are the http and https addresses of web cards.
 */
export function sessionHtml(header: SessionHeader, view: SessionView, options: HtmlOptions = {}): string {
  const { open = false, ...render } = options
  const sheet = sheetOf({ width: usualWidth, cwd: header.cwd, expand: true, ...render })
  const { words } = sheet
  const title = htmlText(
    cutEnd(sessionTitle(header, view, words), longestTitle, sheet.marks.ellipsis, words.body.chars),
  )
  const facts = sessionFacts(header, view, words).flatMap(([name, value]) => [
    element('dt', {}, htmlText(name)),
    element('dd', {}, htmlText(value)),
  ])
  const items = view.items
    .map((item) => itemHtml(item, view, header.id, sheet, open))
    .filter((part) => part !== '')
  return page(
    words.language,
    title,
    element('header', {}, element('h1', {}, title), element('dl', {}, ...facts)),
    element('main', {}, joined(items, '\n')),
  )
}

function page(language: string, title: Html, ...body: readonly Html[]): string {
  return [
    '<!doctype html>',
    `<html lang="${htmlText(language)}">`,
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    '<meta name="referrer" content="no-referrer">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${title}</title>`,
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    ...body,
    '</body>',
    '</html>',
    '',
  ].join('\n')
}

function itemHtml(
  item: SessionItem,
  view: SessionView,
  session: string,
  sheet: Sheet,
  isOpen: boolean,
): Html {
  if (item.kind === 'call') {
    const card = sessionCard(view, item)
    return card === undefined ? joined([]) : cardHtml(card, sheet, isOpen)
  }
  return proseHtml(item, sheet, { isOpen, session })
}
