export type {
  HttpServerConfig,
  McpServerConfig,
  ServerSettings,
  StdioServerConfig,
} from './contract/config.ts'
export { McpError, type McpErrorCode } from './contract/error.ts'
export type {
  McpConnection,
  ProtocolEra,
  RemoteCallOptions,
  RemoteResult,
  RemoteTool,
  RemoteTools,
  ServerFacts,
} from './contract/connection.ts'
export type { Pin, PinStore } from './contract/pin.ts'
export type {
  McpAnswer,
  McpFieldLimits,
  McpQuestion,
  McpQuestionField,
  McpQuestions,
} from './contract/question.ts'
export type {
  Mcp,
  McpAuthorization,
  McpOptions,
  McpServerState,
  McpServerStatus,
  McpToolStatus,
} from './contract/service.ts'
export { toolPrefix, publicName as toolName } from './client/tools/public-name.ts'
export { launchKey } from './client/service/launch-key.ts'
export { requireUsable } from './client/connection/usable.ts'
export { connectOver } from './client/connect-over.ts'
export { McpService, type McpServiceOptions } from './client/service/mcp-service.ts'
export type { Connect } from './client/service/server.ts'
