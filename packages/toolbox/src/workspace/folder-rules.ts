import type { DirectoryEntry } from '@millrace/host'
import { parseIgnoreRules, type IgnoreRules } from '../patterns/ignore-rules.ts'
import type { FolderRules } from './ignore-stack.ts'
import type { FileDirectory } from './operations.ts'
import { SearchError } from './search-error.ts'

/** Bytes of an ignore file that are honoured; lines behind them are not. */
const ignoreFileBytes = 64 * 1024

/**
 * The ignore files of one folder. One that cannot be read is reported and has no rules; one whose rules cost too
 * much is reported when it shows.
 */
export async function readFolderRules(
  folder: FileDirectory,
  entries: readonly DirectoryEntry[],
  signal: AbortSignal,
  onFailure: (name: string, error: unknown) => void,
): Promise<FolderRules> {
  const rules: { own?: IgnoreRules; git?: IgnoreRules; exclude?: IgnoreRules } = {}
  const load = async (
    kind: keyof FolderRules,
    name: string,
    read: () => Promise<RuleText>,
  ): Promise<void> => {
    try {
      const { text, isWhole } = await read()
      const parsed = parseIgnoreRules(text, () => onFailure(name, tooCostly(name)))
      rules[kind] = isWhole ? parsed : { ...parsed, isPlain: false }
    } catch (error) {
      if (signal.aborted) throw error
      onFailure(name, error)
    }
  }
  for (const { name, kind } of entries) {
    if (name === '.ignore' && kind === 'file') await load('own', name, () => readRules(folder, name, signal))
    if (name === '.gitignore' && kind === 'file')
      await load('git', name, () => readRules(folder, name, signal))
    if (name === '.git' && kind === 'directory') {
      await load('exclude', '.git/info/exclude', () => readExclude(folder, signal))
    }
  }
  return rules
}

function tooCostly(name: string): SearchError {
  return new SearchError('SEARCH_RULES_TOO_COSTLY', `rules of ${name} take too long and are not all honoured`)
}

/** What is honoured of an ignore file, and whether that is all of it. */
interface RuleText {
  readonly text: string
  readonly isWhole: boolean
}

async function readRules(folder: FileDirectory, name: string, signal: AbortSignal): Promise<RuleText> {
  const { bytes, size } = await folder.read(name, { maxBytes: ignoreFileBytes, signal })
  const text = new TextDecoder().decode(bytes)
  const isWhole = size <= bytes.length
  return { text: isWhole ? text : text.slice(0, text.lastIndexOf('\n') + 1), isWhole }
}

async function readExclude(folder: FileDirectory, signal: AbortSignal): Promise<RuleText> {
  const git = await folder.directory('.git', signal)
  try {
    const info = await git.directory('info', signal)
    try {
      return await readRules(info, 'exclude', signal)
    } finally {
      await info.close()
    }
  } finally {
    await git.close()
  }
}
