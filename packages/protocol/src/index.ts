export { HarnessError, isHarnessError } from '@millrace/schema'
export type { JsonObject, JsonValue } from '@millrace/schema'
export type {
  AgentEventMap,
  CallCounts,
  FinishReason,
  ModelName,
  ModelSettings,
  Totals,
  TurnEndReason,
  Usage,
} from './agent-event.ts'
export * from './card.ts'
export {
  contentText,
  text,
  type AudioBlock,
  type ContentBlock,
  type ContentBlockTypes,
  type ImageBlock,
  type ResourceBlock,
  type ResourceLinkBlock,
  type TextBlock,
} from './content.ts'
export { escapeVisible, type EscapeOptions } from './escape.ts'
export { messageBlocks } from './message.ts'
export type {
  AssistantMessage,
  CallId,
  Message,
  MessageSource,
  Reasoning,
  ToolCallRequest,
  ToolMessage,
  UserMessage,
} from './message.ts'
export { redactPointers } from './redact/pointers.ts'
export type { RedactedStream } from './redact/redacted-stream.ts'
export { isRedactable, secretRedactor, type SecretRedactor } from './redact/secret-redactor.ts'
export {
  ignorableEvents,
  type ApprovalOutcome,
  type Grant,
  type SessionEvent,
  type SessionEventMap,
  type SessionEventType,
  type SessionHeader,
} from './session-event.ts'
export { pictureFault, pictureLimits } from './picture-limits.ts'
export { pictureSize, type PictureSize } from './picture-size.ts'
export { pictureType, pictureTypes, type PictureType } from './picture-type.ts'
export { shown, type ShownOptions } from './shown.ts'
export { codeOf, messageOf } from './thrown.ts'
export type { ToolErrorInfo, ToolResult, ToolSchema } from './tool.ts'
export type { ToolStatus, ToolTrace, ToolTraceStage } from './trace.ts'
