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
export { ToolServer } from './serve/tool-server.ts'
