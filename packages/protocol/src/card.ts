import type { ContentBlock } from './content.ts'

/** What a generic call does, for its icon. */
export type ToolCallKind = 'read' | 'edit' | 'delete' | 'move' | 'search' | 'execute' | 'fetch' | 'other'

/** A place in a file that an editor can follow. */
export interface FileLocation {
  path: string
  /** Counted from 1. */
  line?: number
}

/** One file before and after a change. */
export interface FileDiff {
  path: string
  /** `null` for a new file. */
  oldText: string | null
  newText: string
  /**
   * Where `newText` begins in the changed file, counted from 1; absent where nobody knows. Several hunks of one path
   * stand in the order of the file, each with its own.
   */
  line?: number
}

/** One numbered line of a read window. */
export interface ReadFileLine {
  /** Counted from 1. */
  number: number
  text: string
}

/** The default pending card. */
export interface GenericCallView {
  card: 'generic'
  title: string
  kind?: ToolCallKind
  rawInput?: unknown
  content?: ContentBlock[]
  locations?: FileLocation[]
}

/** A pending shell command. */
export interface TerminalCallView {
  card: 'terminal'
  title: string
  description?: string
  cwd?: string
}

/** A pending file change. */
export interface DiffCallView {
  card: 'diff'
  title: string
  diffs: FileDiff[]
  locations?: FileLocation[]
}

/** How a pending call wants to be shown. */
export type ToolCallView = GenericCallView | TerminalCallView | DiffCallView

/** The default completed card. */
export interface GenericResultView {
  card: 'generic'
  title?: string
  content?: ContentBlock[]
}

/** What a tool did not keep of an output. */
export interface OmittedOutput {
  bytes: number
  /** Line breaks in what is missing. */
  lines: number
  /** Where in `output` it is missing, in UTF-16 code units; at its end where this is absent. */
  at?: number
  /** The file that has the whole output. */
  path?: string
}

/** A finished shell command: captured output and how it ended. */
export interface TerminalResultView {
  card: 'terminal'
  title?: string
  output?: string
  exitCode?: number
  signal?: string
  /** Set where the time limit ended the command. */
  timedOut?: true
  /** The background job that it runs on as. */
  job?: string
  /** Present where `output` is not all that was printed. */
  omitted?: OmittedOutput
}

/** A finished file change: what was applied. */
export interface DiffResultView {
  card: 'diff'
  title?: string
  diffs: FileDiff[]
}

/** One matching line. */
export interface SearchMatch {
  /** Counted from 1. */
  lineNumber: number
  line: string
  /** Set for a line that does not match itself and only stands around one that does; it is not counted. */
  context?: true
}

/** The matches of one file. */
export interface SearchFileMatches {
  path: string
  matches: SearchMatch[]
}

/** A finished search in file contents, grouped by file. */
export interface SearchMatchesResultView {
  card: 'search'
  shape: 'matches'
  title?: string
  files: SearchFileMatches[]
  /** True when the search found more than it lists. */
  truncated: boolean
  /** How many matches there are in all. */
  total: number
}

/** A finished search for files. */
export interface SearchPathsResultView {
  card: 'search'
  shape: 'paths'
  title?: string
  paths: string[]
  /** True when the search found more than it lists. */
  truncated: boolean
  /** How many paths there are in all. */
  total: number
}

/** A finished file read: a window of numbered lines. */
export interface ReadResultView {
  card: 'read'
  title?: string
  path: string
  /** First line that was asked for, counted from 1; kept when `lines` is empty. */
  offset: number
  lines: ReadFileLine[]
  totalLines: number
  /** Language hint, from the extension. */
  lang?: string
  /** The plain text, for a user interface without read cards. */
  content?: string
}

/** One source of a web search. */
export interface WebSource {
  url: string
  title?: string
  snippet?: string
  publishedAt?: string
}

/** A finished web search. */
export interface WebSearchResultView {
  card: 'web'
  kind: 'search'
  title?: string
  sources: WebSource[]
  answer?: string
  truncated: boolean
}

/** A finished fetch of one address. */
export interface WebFetchResultView {
  card: 'web'
  kind: 'fetch'
  title?: string
  url: string
  statusCode: number
  truncated: boolean
  /** The addresses that led to `url`, in the order in which they were asked; absent where none did. */
  redirects?: string[]
  /** Bytes of the decoded body that arrived. */
  bytes?: number
}

/** A program that ended well. The card keeps the program and shows what it returned below its calls and its console. */
export interface CodeResultView {
  card: 'code'
  title?: string
  /** What it returned, as text; absent where that was nothing. */
  result?: string
  /** Of that text, such as `json`. */
  language?: string
  /** What else there is to know, such as what of the result could not be kept. One remark each. */
  notes?: string[]
}

/** How a completed call wants to be shown; it replaces the pending card. */
export type ToolResultView =
  | GenericResultView
  | TerminalResultView
  | DiffResultView
  | SearchMatchesResultView
  | SearchPathsResultView
  | ReadResultView
  | WebSearchResultView
  | WebFetchResultView
  | CodeResultView
