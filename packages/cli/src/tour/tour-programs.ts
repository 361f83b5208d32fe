import type { GivenProgram } from '../code/given-program.ts'

/** What the tour's programs need to know of the machine. */
export interface TourPlace {
  /** The person's home folder. */
  readonly home: string
}

/** The file that a program of the tour wants to change. */
export const editedFile = 'src/sum.js'

/** Searches the folder, and tries to read keys and to reach the network in three ways. */
export function lookAround({ home }: TourPlace): GivenProgram {
  const key = JSON.stringify(`${home}/.ssh/id_ed25519`)
  return named('look around, and try what it must not', [
    "const found = await tools.grep({ pattern: 'sumOfFirst' })",
    'console.log(`${found.total} matches in ${found.totalFiles} files`)',
    'const refused: Record<string, string> = {}',
    'const attempt = async (what: string, call: () => Promise<unknown>) => {',
    '  try { await call(); refused[what] = "NOT REFUSED" } catch (error) { refused[what] = String(error) }',
    '}',
    `await attempt('a key in ~/.ssh', () => tools.read({ path: ${key} }))`,
    "await attempt('secrets of a cloud', () => tools.web_fetch({ url: 'http://169.254.169.254/latest/meta-data/' }))",
    "await attempt('the network itself', () => fetch('https://example.com'))",
    'return refused',
  ])
}

/** Never ends. */
export const spin: GivenProgram = named('a loop without an end', ['while (true) {}'])

/** Ends at once. */
export const next: GivenProgram = named('the next program', ["return 'it runs as if nothing had happened'"])

/** Finds a mistake, asks for an edit, and gets along without it. */
export const askForEdit: GivenProgram = named('find a mistake, and ask to mend it', [
  "const { files } = await tools.grep({ pattern: 'let at = 1' })",
  'const [{ path }] = files',
  'const { lines } = await tools.read({ path })',
  'console.log(`${path} has ${lines.length} lines, and one of them is wrong`)',
  'try {',
  "  await tools.edit({ path, edits: [{ oldText: 'let at = 1', newText: 'let at = 0' }] })",
  '  return { edited: true }',
  '} catch (error) {',
  '  if (!(error instanceof ToolCallError)) throw error',
  '  return { edited: false, because: error.message }',
  '}',
])

function named(title: string, lines: readonly string[]): GivenProgram {
  return { title, code: lines.join('\n'), prompt: `Run the program: ${title}.` }
}
