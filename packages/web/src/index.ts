export type {
  CatalogueHost,
  DeskHost,
  DeskListener,
  SessionListener,
  SessionSource,
  SessionsHost,
  WebHost,
} from './server/host.ts'
export { WorkbenchError, type WorkbenchErrorCode } from './server/http/workbench-error.ts'
export type { PageContents } from './server/page/page-files.ts'
export type { WebRoute } from './server/routes/web-routes.ts'
export { serveWeb, type ServedWorkbench, type ServeWebOptions, type WebLimits } from './server/serve-web.ts'
