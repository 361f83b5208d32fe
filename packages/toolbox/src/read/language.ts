const languages: ReadonlyMap<string, string> = new Map([
  ['bash', 'bash'],
  ['c', 'c'],
  ['cc', 'cpp'],
  ['cjs', 'javascript'],
  ['cpp', 'cpp'],
  ['cs', 'csharp'],
  ['css', 'css'],
  ['cts', 'typescript'],
  ['go', 'go'],
  ['h', 'c'],
  ['hpp', 'cpp'],
  ['html', 'html'],
  ['java', 'java'],
  ['js', 'javascript'],
  ['json', 'json'],
  ['jsonc', 'json'],
  ['jsx', 'javascript'],
  ['kt', 'kotlin'],
  ['lua', 'lua'],
  ['md', 'markdown'],
  ['mjs', 'javascript'],
  ['mts', 'typescript'],
  ['php', 'php'],
  ['py', 'python'],
  ['rb', 'ruby'],
  ['rs', 'rust'],
  ['sh', 'bash'],
  ['sql', 'sql'],
  ['svg', 'xml'],
  ['swift', 'swift'],
  ['toml', 'toml'],
  ['ts', 'typescript'],
  ['tsx', 'typescript'],
  ['xml', 'xml'],
  ['yaml', 'yaml'],
  ['yml', 'yaml'],
])

/** The language of a file for highlighting, by the ending of its name. */
export function languageOf(path: string): string | undefined {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return languages.get(name.slice(name.lastIndexOf('.') + 1).toLowerCase())
}
