export type {
  HttpServerConfig,
  McpServerConfig,
  ServerSettings,
  StdioServerConfig,
} from './contract/config.ts'
export { McpError, type McpErrorCode } from './contract/error.ts'
export type { ProtocolEra, ServerFacts } from './contract/connection.ts'
export type { Pin, PinStore } from './contract/pin.ts'
export type { McpAnswer, McpQuestion, McpQuestionField, McpQuestions } from './contract/question.ts'
export type {
  Mcp,
  McpAuthorization,
  McpOptions,
  McpServerState,
  McpServerStatus,
  McpToolStatus,
} from './contract/service.ts'
