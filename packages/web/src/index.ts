export type {
  CatalogueHost,
  DeskHost,
  DeskListener,
  SessionListener,
  SessionSource,
  SessionsHost,
  WebHost,
} from './server/host.ts'
