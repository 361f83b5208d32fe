import type { ServerEntry } from './server-entry.ts'

/**
 * Which servers are wanted: all, all that somebody agreed to before, these and the further ones of a session, those that may
 * have a tool of this name, or those of these names. Whoever opened a session agreed to its servers.
 *
 * With `tellsItself` whoever asks for a tool tells why its server is not there; else warnings do.
 */
export type ServerChoice =
  | 'all'
  | 'agreed'
  | { readonly session: readonly ServerEntry[] }
  | { readonly ofTool: string; readonly tellsItself?: boolean }
  | { readonly named: readonly string[] }
  /** That of this name, where somebody agreed to it before. */
  | { readonly agreed: string }

/** Whether only servers are wanted that somebody agreed to before, so that nobody is asked, nor told of others. */
export function isOfAgreed(choice: ServerChoice | undefined): boolean {
  return choice === 'agreed' || (typeof choice === 'object' && 'agreed' in choice)
}

/** Whether the command that made this choice tells by itself why a server is not there. */
export function tellsItself(choice: ServerChoice | undefined): boolean {
  return typeof choice === 'object' && 'ofTool' in choice && choice.tellsItself === true
}
