/** A path that steers programs or holds keys: changed only after a question, and read-only in the sandbox. */
export interface ProtectedEntry {
  /** From its base on, with `/` between the parts. A folder stands for everything in it. */
  readonly path: string
  readonly kind: 'file' | 'folder'
  /** The folder that it belongs to: that of the project, or the home folder of the person. */
  readonly base: 'workspace' | 'home'
  /**
   * What it steers nothing without, from the same base on: its own path, where a person has to set something up or agree
   * first. While that is missing, commands in the sandbox may make the entry.
   */
  readonly idleWithout?: string
}

const workspaceFolders = [
  // Of Git only what runs programs: commits must work.
  '.git/hooks',
  '.git/modules',
  '.git/worktrees',
  '.millrace',
  '.claude',
  '.codex',
  '.cursor',
  '.gemini',
  '.vscode',
  '.zed',
  '.cargo',
]

const workspaceFiles = [
  '.git/config',
  '.git/config.worktree',
  '.git/commondir',
  'millrace.jsonc',
  '.mcp.json',
  'package.json',
  '.npmrc',
  '.envrc',
]

// Its editor makes it on the first opening, and asks whether to trust the folder, or is asked to open a container.
const setUpFolders = ['.husky', '.circleci', '.idea', '.devcontainer']

const setUpFiles = [
  '.pre-commit-config.yaml',
  'lefthook.yml',
  '.lefthook.yml',
  '.gitlab-ci.yml',
  '.devcontainer.json',
  // Names what Git fetches when it is told to; it runs nothing.
  '.gitmodules',
]

// Each belongs to something that is protected itself, so that commands can neither remove that for a while nor make it.
const partsOfProjects: readonly ProtectedEntry[] = [
  { path: '.github/workflows', kind: 'folder', base: 'workspace', idleWithout: '.git' },
  { path: '.yarnrc', kind: 'file', base: 'workspace', idleWithout: 'package.json' },
  { path: '.yarnrc.yml', kind: 'file', base: 'workspace', idleWithout: 'package.json' },
]

const homeFolders = [
  '.ssh',
  '.gnupg',
  '.aws',
  '.azure',
  '.kube',
  '.docker',
  '.config/git',
  '.config/gh',
  '.config/fish',
  '.config/millrace',
  '.config/systemd',
  '.config/autostart',
  '.config/gcloud',
  '.config/direnv',
  '.local/state/millrace',
  '.local/bin',
  'bin',
  'Library/LaunchAgents',
]

const homeFiles = [
  '.gitconfig',
  '.git-credentials',
  '.netrc',
  '.pypirc',
  '.profile',
  '.login',
  '.bashrc',
  '.bash_profile',
  '.bash_login',
  '.bash_logout',
  '.bash_aliases',
  '.zshrc',
  '.zshenv',
  '.zprofile',
  '.zlogin',
  '.zlogout',
  '.kshrc',
  '.cshrc',
  '.tcshrc',
  '.inputrc',
  '.vimrc',
  '.tmux.conf',
  '.xprofile',
  '.xinitrc',
  '.pam_environment',
]

const entriesIn = (
  base: ProtectedEntry['base'],
  folders: readonly string[],
  files: readonly string[],
): ProtectedEntry[] => [
  ...folders.map((path) => ({ path, kind: 'folder' as const, base })),
  ...files.map((path) => ({ path, kind: 'file' as const, base })),
]

/** All protected paths, as far as they can be named beforehand. */
export const protectedEntries: readonly ProtectedEntry[] = [
  ...entriesIn('workspace', workspaceFolders, workspaceFiles),
  ...entriesIn('workspace', setUpFolders, setUpFiles).map((entry) => ({
    ...entry,
    idleWithout: entry.path,
  })),
  ...partsOfProjects,
  ...entriesIn('home', homeFolders, homeFiles),
]

/** A protected path as people spell it: those of the home folder begin with `~/`. */
export function entryName({ base, path }: ProtectedEntry): string {
  return base === 'home' ? `~/${path}` : path
}

/** Parts of paths that protect, by the first of them; a file tool has nothing to look for in the folder of Git at all. */
const guarded = new Map<string, string[][]>([['.git', [['.git']]]])
for (const { path } of protectedEntries) {
  // In a project, `bin` is as common as it is harmless.
  if (path === 'bin') continue
  const parts = path.toLowerCase().split('/')
  const [first = ''] = parts
  guarded.set(first, [...(guarded.get(first) ?? []), parts])
}

/**
 * Whether a path is protected: one of the entries, something in one, or a folder that one lies in by its own name, such
 * as `.github`. Entries count in every folder, as projects lie in projects; letters of either case are the same, as they
 * are on the disks of macOS and Windows.
 * @param path - relative to the workspace, absolute, or from `~/` on.
 */
export function isProtected(path: string): boolean {
  const parts = partsOf(path)
  if (parts[0] === '~' && parts[1] === 'bin') return true
  return parts.some((part, at) => guarded.get(part)?.some((entry) => meets(parts, at, entry)) === true)
}

/** Whether the entry begins there, and goes on for as long as the path does. */
function meets(parts: readonly string[], at: number, entry: readonly string[]): boolean {
  return entry.every((part, index) => at + index >= parts.length || parts[at + index] === part)
}

function partsOf(path: string): string[] {
  const parts: string[] = []
  for (const raw of path.split(/[/\\]+/)) {
    const part = plainName(raw)
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts
}

/** A name that all disks see as it is spelled, as most are. */
const plain = /^[.a-z0-9_-]*[a-z0-9_-]$/

/** A name as the disks see it that are the least exact. */
function plainName(raw: string): string {
  if (plain.test(raw)) return raw
  if (/^\.{1,2}$/.test(raw)) return raw
  // HFS+ skips these characters; NTFS skips dots and spaces at the end, and names streams behind a colon.
  const visible = raw.normalize('NFKC').replace(/[\u200c-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g, '')
  return visible
    .replace(/:.*$/, '')
    .replace(/[. ]+$/, '')
    .toLowerCase()
}
