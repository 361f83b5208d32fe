import { readUpward, type UpwardFile, type UpwardFiles } from '@millrace/host'
import { escapeVisible, isHarnessError } from '@millrace/protocol'
import type { SessionAgent } from '../contract/agent.ts'
import type { PromptSection } from '../contract/prompt.ts'

/** Which files instruct an agent. */
export interface InstructionsOptions {
  /** Names of files; of each folder the first that is there. `AGENTS.md` and `CLAUDE.md` unless given. */
  readonly files?: readonly string[]
  /** Where to begin, absolute. The agent's working directory unless given. */
  readonly folder?: string
  /** Bytes of each file at most. 32 KiB unless given. */
  readonly maxBytes?: number
  /** Bytes of all files at most; what is farthest from the folder is left out. 128 KiB unless given. */
  readonly totalBytes?: number
  /** Hears, once for each session, of files that were skipped, cut or left out. */
  readonly onNote?: (note: string) => void
}

const before =
  'Instructions of this project, from its outermost folder to the working directory. Where they differ, the nearest ' +
  'to the working directory wins, which stands last; what the user asks for wins over all of them.'

/**
 * The section `instructions`: what AGENTS.md files say, from the repository's root down to the working directory.
 * They are read once for a session, so that its prompts stay the same; sub-agents share what their parent has.
 */
export function instructions(options: InstructionsOptions = {}): PromptSection {
  const texts = new WeakMap<SessionAgent, Promise<string>>()
  return {
    name: 'instructions',
    order: 200,
    text: (agent) => {
      const main = mainAgent(agent)
      let reading = texts.get(main)
      if (reading === undefined) {
        reading = read(options.folder ?? main.cwd, options)
        texts.set(main, reading)
        reading.catch(() => texts.delete(main))
      }
      return reading
    },
  }
}

function mainAgent(agent: SessionAgent): SessionAgent {
  let main = agent
  while (main.parent !== undefined) main = main.parent
  return main
}

async function read(folder: string, options: InstructionsOptions): Promise<string> {
  const { files = ['AGENTS.md', 'CLAUDE.md'], maxBytes = 32 * 1024, totalBytes = 128 * 1024 } = options
  const notes: string[] = []
  const parts: string[] = []
  let left = totalBytes
  const found = await filesOf(folder, files, maxBytes, notes)
  for (const file of found.toReversed()) {
    if (file.text.trim() === '') continue
    if (file.readBytes > left) {
      notes.push(
        `${quoted(file.path)} was left out: all instructions together are over ${counted(totalBytes)}.`,
      )
      continue
    }
    left -= file.readBytes
    if (file.readBytes < file.bytes) {
      notes.push(
        `${quoted(file.path)} was cut: these are its first ${counted(file.readBytes)} of ${counted(file.bytes)}.`,
      )
    }
    parts.unshift(`From ${quoted(file.path)}:\n\n${visible(file.text).trim()}`)
  }
  for (const note of notes) options.onNote?.(note)
  if (parts.length + notes.length === 0) return ''
  return [...(parts.length > 0 ? [before] : []), ...parts, ...notes].join('\n\n')
}

async function filesOf(
  folder: string,
  names: readonly string[],
  maxBytes: number,
  notes: string[],
): Promise<readonly UpwardFile[]> {
  let found: UpwardFiles
  try {
    found = await readUpward(folder, names, { maxBytes })
  } catch (error) {
    if (!isHarnessError(error)) throw error
    notes.push(`Instructions of this project could not be read: ${error.message}.`)
    return []
  }
  for (const { path, problem } of found.skipped) {
    notes.push(`${quoted(path)} was not read: it ${problem}.`)
  }
  return found.files
}

const quoted = (path: string): string => `"${escapeVisible(path)}"`

const counted = (bytes: number): string => `${bytes.toLocaleString('en-US')} bytes`

/** What a person who reviewed the file did not see must not instruct a model; the joints of emoji stay. */
function visible(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .split(/(\u200d|\ufe0f)/)
    .map((part, at) => (at % 2 === 1 ? part : escapeVisible(part, { lines: true })))
    .join('')
}
