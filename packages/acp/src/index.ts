export { AcpError, type AcpErrorCode } from './acp-error.ts'
export type {
  AcpHost,
  Editor,
  EditorForm,
  EditorMcpServer,
  EditorTerminal,
  FormField,
  FormOption,
  HostSession,
  ListedSession,
  NamedValue,
  PermissionChoice,
  PermissionQuestion,
  SessionMode,
  SessionModes,
  SessionRequest,
  TerminalCommand,
  TerminalExit,
  TerminalOutput,
  WholeDiff,
} from './contract.ts'
export { serveAcp, type AcpServer, type AcpStreams } from './serve-acp.ts'
