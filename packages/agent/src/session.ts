export { memorySessions, type MemoryOptions } from './session/memory-sessions.ts'
export type {
  AppendOptions,
  Flushing,
  NewSession,
  OpenedSession,
  ReadSession,
  SessionHit,
  SessionLog,
  SessionStore,
  SessionSummary,
  UnreadableSession,
} from './contract/session.ts'
export { SessionError, type SessionErrorCode } from './contract/session-error.ts'
export { jsonlSessions, type JsonlOptions } from './session/jsonl-sessions.ts'
export { encodeLine } from './session/line.ts'
