import { readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** The branch that the folder's repository is on; none where there is no repository or it cannot be read. */
export function gitBranch(cwd: string): string | undefined {
  const folder = gitFolder(cwd)
  const head = folder === undefined ? undefined : smallFile(join(folder, 'HEAD'))
  if (head === undefined) return undefined
  const ref = 'ref: refs/heads/'
  if (head.startsWith(ref)) return head.slice(ref.length)
  return /^[0-9a-f]{40,}$/.test(head) ? head.slice(0, 7) : undefined
}

/** The `.git` folder of the nearest repository; in a worktree, `.git` is a file that points to it. */
function gitFolder(cwd: string): string | undefined {
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    const git = join(folder, '.git')
    if (isFolder(git)) return git
    const pointer = smallFile(git)
    if (pointer !== undefined) return resolve(folder, pointer.replace(/^gitdir:\s*/, ''))
    if (folder === dirname(folder)) return undefined
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

const smallSize = 4096

/** The text of a small regular file; a pipe or a device in its place must not hold up the command. */
function smallFile(path: string): string | undefined {
  try {
    const facts = statSync(path)
    return facts.isFile() && facts.size <= smallSize ? readFileSync(path, 'utf8').trim() : undefined
  } catch {
    return undefined
  }
}
