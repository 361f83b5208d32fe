import type { Io } from './io.ts'

/** The environment variables that switch `web_search` on. */
export const searchVariables = { searxng: 'MILLRACE_SEARXNG_URL', brave: 'BRAVE_API_KEY' } as const

/** Whether one of them is set. */
export function hasSearchEngine(env: Io['env']): boolean {
  return Object.values(searchVariables).some((name) => (env[name] ?? '') !== '')
}
