export { memorySessions, type MemoryOptions } from './session/memory-sessions.ts'
export type {
  AppendOptions,
  Flushing,
  LogPlace,
  NewSession,
  OpenedSession,
  ReadSession,
  SessionHit,
  SessionLog,
  SessionPage,
  SessionStore,
  SessionSummary,
  SessionTail,
  UnreadableSession,
} from './contract/session.ts'
export { SessionError, type SessionErrorCode } from './contract/session-error.ts'
export { jsonlSessions, type JsonlOptions } from './session/jsonl-sessions.ts'
export { encodeLine } from './session/line.ts'
