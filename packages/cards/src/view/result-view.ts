import type {
  CodeResultView,
  DiffResultView,
  GenericResultView,
  OmittedOutput,
  ReadFileLine,
  ReadResultView,
  SearchFileMatches,
  SearchMatch,
  SearchMatchesResultView,
  SearchPathsResultView,
  TerminalResultView,
  ToolResultView,
  WebFetchResultView,
  WebSearchResultView,
  WebSource,
} from '@millrace/protocol'
import { fileDiff } from './call-view.ts'
import { content } from './content.ts'
import { boolean, integer, list, literal, natural, optional, record, string, type Read } from './reader.ts'

const generic = record<GenericResultView>({
  card: literal('generic'),
  title: optional(string),
  content: optional(content),
})

const terminal = record<TerminalResultView>({
  card: literal('terminal'),
  title: optional(string),
  output: optional(string),
  exitCode: optional(integer),
  signal: optional(string),
  timedOut: optional(literal(true)),
  job: optional(string),
  omitted: optional(
    record<OmittedOutput>({
      bytes: natural,
      lines: natural,
      at: optional(natural),
      path: optional(string),
    }),
  ),
})

const diff = record<DiffResultView>({ card: literal('diff'), title: optional(string), diffs: list(fileDiff) })

const matches = record<SearchMatchesResultView>({
  card: literal('search'),
  shape: literal('matches'),
  title: optional(string),
  files: list(
    record<SearchFileMatches>({
      path: string,
      matches: list(
        record<SearchMatch>({ lineNumber: natural, line: string, context: optional(literal(true)) }),
      ),
    }),
  ),
  truncated: boolean,
  total: natural,
})

const paths = record<SearchPathsResultView>({
  card: literal('search'),
  shape: literal('paths'),
  title: optional(string),
  paths: list(string),
  truncated: boolean,
  total: natural,
})

const read = record<ReadResultView>({
  card: literal('read'),
  title: optional(string),
  path: string,
  offset: natural,
  lines: list(record<ReadFileLine>({ number: natural, text: string })),
  totalLines: natural,
  lang: optional(string),
  content: optional(string),
})

const webSearch = record<WebSearchResultView>({
  card: literal('web'),
  kind: literal('search'),
  title: optional(string),
  sources: list(
    record<WebSource>({
      url: string,
      title: optional(string),
      snippet: optional(string),
      publishedAt: optional(string),
    }),
  ),
  answer: optional(string),
  truncated: boolean,
})

const webFetch = record<WebFetchResultView>({
  card: literal('web'),
  kind: literal('fetch'),
  title: optional(string),
  url: string,
  statusCode: natural,
  truncated: boolean,
  redirects: optional(list(string)),
  bytes: optional(natural),
})

const code = record<CodeResultView>({
  card: literal('code'),
  title: optional(string),
  result: optional(string),
  language: optional(string),
  notes: optional(list(string)),
})

const readers: Readonly<Record<string, Read<ToolResultView>>> = {
  generic,
  terminal,
  diff,
  read,
  'search matches': matches,
  'search paths': paths,
  'web search': webSearch,
  'web fetch': webFetch,
  code,
}

const tag = record<{ card: string }>({ card: string })
const shape = record<{ shape: string }>({ shape: string })
const kind = record<{ kind: string }>({ kind: string })

/** A presenter's completed view as plain data; throws where it is none, or its card is not known. */
export const resultView: Read<ToolResultView> = (value) => {
  const { card } = tag(value)
  const name =
    card === 'search' ? `search ${shape(value).shape}` : card === 'web' ? `web ${kind(value).kind}` : card
  const reader = Object.hasOwn(readers, name) ? readers[name] : undefined
  if (reader === undefined) throw new TypeError(`unknown card "${name}"`)
  return reader(value)
}
