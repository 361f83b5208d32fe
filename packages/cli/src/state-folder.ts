import { isAbsolute, join } from 'node:path'
import { homeOf } from '@millrace/host/home'
import type { Io } from './io.ts'

/** Where the command keeps what outlives it: `$XDG_STATE_HOME/millrace`, or `~/.local/state/millrace`. */
export function stateFolder(env: Io['env']): string {
  const { XDG_STATE_HOME: named = '' } = env
  // As the XDG rules say: a relative path counts as none.
  return isAbsolute(named) ? join(named, 'millrace') : join(homeOf(env), '.local', 'state', 'millrace')
}
