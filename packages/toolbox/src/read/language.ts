/** Languages by the endings of their files; one of `namesakes` is its own ending. */
const endings = {
  bash: ['bash', 'sh'],
  c: ['c', 'h'],
  cpp: ['cc', 'cpp', 'hpp'],
  csharp: ['cs'],
  javascript: ['cjs', 'js', 'jsx', 'mjs'],
  json: ['json', 'jsonc'],
  kotlin: ['kt'],
  markdown: ['md'],
  python: ['py'],
  ruby: ['rb'],
  rust: ['rs'],
  typescript: ['cts', 'mts', 'ts', 'tsx'],
  xml: ['svg', 'xml'],
  yaml: ['yaml', 'yml'],
}
const namesakes = ['css', 'go', 'html', 'java', 'lua', 'php', 'sql', 'swift', 'toml']

const languages: ReadonlyMap<string, string> = new Map([
  ...namesakes.map((name) => [name, name] as const),
  ...Object.entries(endings).flatMap(([name, each]) => each.map((ending) => [ending, name] as const)),
])

/** The language of a file for highlighting, by the ending of its name. */
export function languageOf(path: string): string | undefined {
  const ending = /\.([^./]+)$/.exec(path)?.[1]
  return ending === undefined ? undefined : languages.get(ending.toLowerCase())
}
