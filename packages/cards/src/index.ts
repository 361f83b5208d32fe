export type { Highlight } from './highlight/highlight.ts'
export type { Piece } from './layout/pieces.ts'
export { span, rowWidth, type Row, type Span, type Tone } from './layout/row.ts'
export type { RenderOptions } from './layout/sheet.ts'
export { renderMarkdown, type MarkdownOptions } from './markdown/render.ts'
export { paintAnsi, paintPlain, renderAnsi, renderPlain } from './paint.ts'
export { noPresenters, type Presenter, type Presenters } from './present.ts'
export { reduceCards } from './reduce.ts'
export { runTimeOf } from './run-time.ts'
export { decisionOf, looksFailed, permissionOf, type Decision } from './settle.ts'
export { sessionHtml, type HtmlOptions } from './session/html.ts'
export type {
  AssistantItem,
  CallItem,
  NoteItem,
  SessionItem,
  SessionNote,
  TurnEndItem,
  UserItem,
} from './session/item.ts'
export { sessionMarkdown } from './session/markdown.ts'
export { renderSession, renderSessionItem, sessionRows, type SessionRenderOptions } from './session/render.ts'
export {
  initialSession,
  reduceSession,
  sessionCard,
  sessionItem,
  type RunningTurn,
  type SessionView,
} from './session/view.ts'
export {
  initialCards,
  type Card,
  type CardAgent,
  type CardApproval,
  type CardProgress,
  type CardResumption,
  type CardState,
  type CardStatus,
} from './state.ts'
export { count, counted, duration } from './text/count.ts'
export { cutEnd, cutMiddle, show, widthOf, wrapWords, type Shown } from './text/shown.ts'
