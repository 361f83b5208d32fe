/** Tools that read and change files: one rule about files is about all of them. */
const readers: readonly string[] = ['read', 'grep', 'glob']
const changers: readonly string[] = ['edit', 'write']

/** What a rule's tool is about: names of tools, and whether it stands for all reading or changing of files. */
export interface NamedTools {
  readonly names: readonly string[]
  readonly files?: 'read' | 'write'
}

/**
 * The tool that a rule names, exactly (`web_fetch`, `mcp__x__y`) or by its alias (`WebFetch`); by `mcp__x` and `mcp__x__`
 * all tools of a server.
 * @param loosely - a built-in tool is meant in any case of its letters, as rules that ask and deny should miss nothing.
 */
export function namedTools(written: string, loosely = false): NamedTools {
  const name = (loosely ? builtIns.get(folded(written)) : undefined) ?? nameOf(written)
  if ((loosely ? /^mcp__(?:(?!__).)+$/i : /^mcp__(?:(?!__).)+$/).test(written) && !written.endsWith('_')) {
    return { names: [written, `${written}${serverEnd}`] }
  }
  // As in Claude Code: `Read` and `Edit` are about what happens to files, whichever tool does it.
  if (name === 'read') return { names: readers, files: 'read' }
  if (name === 'edit') return { names: changers, files: 'write' }
  if (name === 'write') return { names: ['write'], files: 'write' }
  return { names: name === written ? [name] : [written, name] }
}

/** `WebFetch` as the tool is called: `web_fetch`. What is no alias stays. */
export function nameOf(written: string): string {
  if (!/^[A-Z][A-Za-z0-9]*$/.test(written)) return written
  return written.replace(/(?<!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase()
}

/** A built-in tool as rules spell it; others keep their names. */
export function aliasOf(name: string): string {
  return aliases.get(name) ?? name
}

/** Whether the product brings a tool of this name, wherever it is there. */
export const isBuiltIn = (name: string): boolean => aliases.has(name)

/** What the name of a server ends with in the names of its tools. */
const serverEnd = '__'

/** Whether a rule names a server, or a tool of one. */
export const isOfServer = (name: string): boolean => /^mcp__/i.test(name)

/** `mcp__x__y` is of `mcp__x`; `undefined` where a name is of no server. */
export function serverOf(tool: string): string | undefined {
  return /^mcp__(?:(?!__).)+(?=__)/i.exec(tool)?.[0]
}

/** The names by which rules may mean a tool: its own, and those of the server that it may be of. */
export function ruleNamesOf(tool: string): string[] {
  if (!isOfServer(tool)) return [tool]
  const ends = [...tool.matchAll(/__/g)].map(({ index }) => index + serverEnd.length).slice(1)
  return [tool, ...ends.map((end) => tool.slice(0, end))]
}

/** The beginnings by which rules may mean a tool of a server: `mcp__x__y` is `mcp__x__*` and `mcp__x__y*`. */
export function ruleStartsOf(tool: string): string[] {
  const server = serverOf(tool)
  if (server === undefined) return []
  const least = server.length + serverEnd.length
  return Array.from({ length: tool.length - least + 1 }, (_, more) => `${tool.slice(0, least + more)}*`)
}

const folded = (name: string): string => name.toLowerCase().replaceAll('_', '')

const aliases = new Map(
  ['bash', 'read', 'edit', 'write', 'grep', 'glob', 'web_fetch', 'web_search', 'todo_write', 'job_list']
    .concat(['job_output', 'job_stop', 'ask_user'])
    .map((name) => [name, name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())]),
)

const builtIns = new Map([...aliases.keys()].map((name) => [folded(name), name]))
