import type {
  DiffCallView,
  FileDiff,
  FileLocation,
  GenericCallView,
  TerminalCallView,
  ToolCallView,
} from '@millrace/protocol'
import { content } from './content.ts'
import { either, list, literal, natural, optional, record, string, type Read } from './reader.ts'

const location = record<FileLocation>({ path: string, line: optional(natural) })

/** One file before and after. */
export const fileDiff: Read<FileDiff> = record<FileDiff>({
  path: string,
  oldText: either(literal(null), string),
  newText: string,
  line: optional(natural),
})

/** A detached copy of what JSON can carry; anything else is no input that could be shown. */
const rawInput: Read<unknown> = (value) => {
  const json = typeof value === 'string' ? value : JSON.stringify(value)
  if (json === undefined) throw new TypeError('rawInput must be JSON')
  return typeof value === 'string' ? value : JSON.parse(json)
}

const generic = record<GenericCallView>({
  card: literal('generic'),
  title: string,
  kind: optional(literal('read', 'edit', 'delete', 'move', 'search', 'execute', 'fetch', 'other')),
  rawInput: optional(rawInput),
  content: optional(content),
  locations: optional(list(location)),
})

const terminal = record<TerminalCallView>({
  card: literal('terminal'),
  title: string,
  description: optional(string),
  cwd: optional(string),
})

const diff = record<DiffCallView>({
  card: literal('diff'),
  title: string,
  diffs: list(fileDiff),
  locations: optional(list(location)),
})

const tag = record<{ card: string }>({ card: string })

/** A presenter's pending view as plain data; throws where it is none. */
export const callView: Read<ToolCallView> = (value) => {
  switch (tag(value).card) {
    case 'terminal':
      return terminal(value)
    case 'diff':
      return diff(value)
    default:
      return generic(value)
  }
}
