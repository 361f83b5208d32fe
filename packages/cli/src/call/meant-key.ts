import { nearest } from '@millrace/schema'

/** What other programs call the arguments of the tools here. */
const habits: ReadonlyMap<string, readonly string[]> = new Map([
  ['cmd', ['command']],
  ['file', ['path']],
  ['filename', ['path']],
  ['filepath', ['path']],
  ['dir', ['path', 'cwd']],
  ['directory', ['path', 'cwd']],
  ['text', ['content']],
  ['regex', ['pattern']],
  ['q', ['query']],
  ['timeout', ['timeoutMs']],
])

/** The argument that somebody meant by a name that a tool does not know. */
export function meantKey(written: string, known: Iterable<string>): string | undefined {
  const names = [...known]
  const usual = habits.get(written.toLowerCase().replaceAll(/[-_]/g, '')) ?? []
  return usual.find((name) => names.includes(name)) ?? nearest(written, names)[0]
}
