export { drawAgents, type AgentDrawing, type AgentEntry } from './drawing/agent-drawing.ts'
export { drawCallWithin, drawCard, type CardDrawing } from './drawing/card-drawing.ts'
export { drawItem, type ItemDrawing, type ItemOptions } from './drawing/item-drawing.ts'
export { drawLine } from './drawing/line-drawing.ts'
export type { Highlight } from './highlight/highlight.ts'
export { ownCalls } from './layout/agent-rows.ts'
export { kindOf } from './layout/header.ts'
export type { Block, CodeBlock, ItemBlock, LabelledBlock, Line, NoteBlock } from './layout/block.ts'
export { footerFacts, shortId, type FooterFacts } from './layout/footer.ts'
export type { ProseItem } from './layout/item-blocks.ts'
export { tally } from './layout/tally.ts'
export type { Piece } from './layout/pieces.ts'
export { span, rowWidth, type Row, type Span, type Tone } from './layout/row.ts'
export type { RenderOptions } from './layout/sheet.ts'
export { renderMarkdown, type MarkdownOptions } from './markdown/render.ts'
export { paintAnsi, paintPlain, renderAnsi, renderPlain } from './paint.ts'
export {
  announcedCall,
  presentEvent,
  presentersOf,
  type AnnouncedCall,
  type EventViews,
} from './present-event.ts'
export { noPresenters, type Presenter, type Presenters } from './present.ts'
export { reduceCards } from './reduce.ts'
export { runTimeOf } from './run-time.ts'
export { decisionOf, looksFailed, permissionOf, type Decision } from './settle.ts'
export { sessionFacts, sessionTitle } from './session/facts.ts'
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
export type { Place } from './text/place.ts'
export { cutEnd, cutMiddle, cutOff, show, widthOf, wrapWords, type Shown } from './text/shown.ts'
export type {
  BodyWords,
  CardWords,
  Countable,
  Decider,
  FaceWords,
  FooterWords,
  HeaderWords,
  PermissionMark,
  SaidWords,
  SessionWords,
  Speaker,
} from './words/card-words.ts'
export { english } from './words/english.ts'
