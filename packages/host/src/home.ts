import { homedir, userInfo } from 'node:os'
import { isAbsolute } from 'node:path'

/**
 * The home folder of a person: the one that the environment names, or else that of the account. An empty or relative
 * `HOME` names none.
 * @param env - of the person, not of a command; an empty one asks for the home folder of this process.
 * @returns an absolute path, which need not exist.
 */
export function homeOf(env: Readonly<Record<string, string | undefined>>): string {
  const named = env['HOME'] ?? ''
  if (isAbsolute(named)) return named
  // Looks at this process's own variable first, whatever that says.
  const own = homedir()
  return isAbsolute(own) ? own : userInfo().homedir
}
