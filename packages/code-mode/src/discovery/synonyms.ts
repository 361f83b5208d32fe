import { stemOf } from './words.ts'

/** Words that people use for the same thing, as far as most tools mean the same by them. */
const groups: readonly string[] = [
  'create add new make register file publish store share',
  'delete remove drop erase discard destroy clear kick revoke',
  'list show all every enumerate who which',
  'get fetch read see view look display show retrieve what',
  'update change edit modify alter set',
  'cancel stop abort halt',
  'rerun restart retry again resend redeliver',
  'search find query lookup',
  'your authenticated',
  'start launch trigger dispatch run execute begin',
  'issue ticket bug',
  'organization company',
  'user account person people profile',
  'member belong',
  'log history output',
  'comment reply answer remark discussion conversation',
  'close finish end',
  'download export save',
  'upload import attach',
  'enable activate',
  'disable deactivate',
  'invite invitation',
  'workflow pipeline ci build',
  'permission access right role allow permit',
  'give grant add let allow',
  'send post write',
  'directory folder',
  'file content',
  'picture image photo',
  'vulnerable vulnerability security',
  'secret credential password token',
  'mail email message',
  'usage used use',
  'space storage room size',
  'latest recent newest last',
  'wrong failed failure broken error',
]

const phrases: readonly (readonly [RegExp, string])[] = [
  [/\bprs?\b/gi, 'pull request'],
  [/\bopen(?=\s+an?\b)/gi, 'create'],
  [/\b(?:who|whoever) am i\b/gi, 'get me user signed in authenticated'],
  [/\b(?:turn|switch)(?:ed|ing|es|s)? on\b/gi, 'enable'],
  [/\b(?:turn|switch)(?:ed|ing|es|s)? off\b/gi, 'disable'],
  [/\b(?:get|getting|got) rid of\b/gi, 'delete'],
  [/\b(?:look|looking|looks) for\b/gi, 'search'],
  [/\b(?:set|setting|sets) up\b/gi, 'create'],
  [/\b(?:logged|log|signed) in\b/gi, 'signed in authenticated'],
  [/\bchang(?:e|ed|ing|es) the names?\b/gi, 'rename'],
  [/\bhow (?:many|much|often|long)\b/gi, 'get'],
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
