export type {
  ClientFacts,
  FailedCall,
  ServedApprovals,
  ServedCallFacts,
  ServedClient,
  ServedQuestion,
  ServedReply,
  ServeOptions,
} from './serve/contract.ts'
export { serveStdio, serveTransport, type ServedConnection, type StdioStreams } from './serve/serve-stdio.ts'
export { ToolServer, type ClientSeat, type ElicitOptions } from './serve/tool-server.ts'
export { httpRoutes, serveHttp, type HttpOptions, type ServedEndpoint } from './serve/serve-http.ts'
export type { SessionLimits } from './serve/legacy-sessions.ts'
export { clientQuestions } from './serve/client-questions.ts'
export type { Elicitation } from './serve/open-question.ts'
