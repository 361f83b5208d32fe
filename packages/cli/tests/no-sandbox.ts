import { spawnSync } from 'node:child_process'

/** Whether nothing can be tried in bubblewrap here. */
export const noSandbox =
  process.platform !== 'linux' ||
  spawnSync('bwrap', ['--unshare-user', '--unshare-pid', '--ro-bind', '/', '/', 'true']).status !== 0

/** What titles of such tests end with. */
export const skipped = noSandbox ? ', skipped: bubblewrap (bwrap) does not work here' : ''
