import { stemOf } from './words.ts'

/** Words that people use for the same thing, as far as most tools mean the same by them. */
const groups: readonly string[] = [
  'create add new open make register start',
  'delete remove drop erase discard destroy',
  'list show all every enumerate',
  'get fetch read see view look display show retrieve',
  'update change edit modify alter set rename',
  'cancel stop abort halt',
  'rerun retry again',
  'search find query lookup',
  'pull pr merge',
  'repository repo repos project',
  'organization organisation org orgs company',
  'user account person people',
  'administrator admin owner',
  'log logs output history',
  'comment reply remark',
  'close finish end',
  'download export save',
  'upload import attach',
  'enable allow activate permit',
  'disable forbid deactivate prevent turn',
  'invite invitation',
  'workflow pipeline ci',
  'permission access right',
  'send post write',
  'directory folder',
  'file content contents',
  'picture image photo',
  'execute run launch trigger',
]

const phrases: readonly (readonly [RegExp, string])[] = [
  [/\bprs?\b/gi, 'pull request'],
  [/\b(?:who|whoever) am i\b/gi, 'authenticated user'],
  [/\b(?:turn|switch)(?:ed|ing)? on\b/gi, 'enable'],
  [/\b(?:turn|switch)(?:ed|ing)? off\b/gi, 'disable'],
  [/\b(?:get|getting|got) rid of\b/gi, 'delete'],
]

const meanings: ReadonlyMap<string, ReadonlySet<string>> = meaningsOf(groups)

function meaningsOf(lines: readonly string[]): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  for (const line of lines) {
    const stems = line.split(' ').map(stemOf)
    for (const stem of stems) {
      const others = found.get(stem) ?? new Set<string>()
      for (const other of stems) if (other !== stem) others.add(other)
      found.set(stem, others)
    }
  }
  return found
}

/** Stems of words that may stand for one with this stem. */
export function synonymsOf(stem: string): Iterable<string> {
  return meanings.get(stem) ?? []
}

/** A request with the words that tools use in place of what people say. */
export function spelledOut(query: string): string {
  return phrases.reduce((text, [said, meant]) => text.replaceAll(said, meant), query)
}
