import type { ToolDefinition } from '@millrace/tools'
import { webFetchTool } from '../web-fetch/tool.ts'
import type { SearchProvider } from '../web-search/provider.ts'
import { webSearchTool } from '../web-search/tool.ts'
import type { WebOperations } from './operations.ts'

/** What the web tools are made with. */
export interface WebToolsOptions {
  /** The engine behind `web_search`; without one there is no such tool. */
  readonly search?: SearchProvider
}

/** The tools for the web: `web_fetch`, and `web_search` where there is an engine for it. */
export function webTools(web: WebOperations, { search }: WebToolsOptions = {}): ToolDefinition[] {
  return [webFetchTool(web), ...(search === undefined ? [] : [webSearchTool(search)])]
}
