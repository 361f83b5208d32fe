/** Words that say nothing of what somebody looks for. */
const empty: ReadonlySet<string> = new Set(
  (
    'a an and any are as at be been by can could do does did for from had has have how i if in into is it its ' +
    'just need needs of on one or out please so some somebody someone something tell than that the ' +
    'their them then there these they this those to up us want wants was we were what when where whether which who whom ' +
    'whose will with without would'
  ).split(' '),
)

const word = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lo}+|\p{N}+/gu

/** The words of a text or of a name in whatever style, in lower case. `listPRs_v2` gives `list`, `prs`, `v`, `2`. */
export function wordsOf(text: string): string[] {
  // A plural of capitals, such as PRs or IDs, is one word.
  const joined = text.normalize('NFKC').replaceAll(/(\p{Lu}{2,})s(?![\p{Ll}])/gu, '$1S ')
  return (joined.match(word) ?? []).map((each) => each.toLowerCase())
}

/** What people and programs shorten, and other spellings, in the words that they stand for. */
const fullWords: ReadonlyMap<string, string> = new Map(
  (
    'me:your mine:your my:your our:your you:your yours:your ' +
    'admin:administrator app:application apps:applications auth:authentication authorisation:authorization ' +
    'cfg:configuration config:configuration configs:configurations db:database dir:directory dirs:directories ' +
    'doc:document docs:documents env:environment envs:environments img:image info:information licence:license ' +
    'licences:licenses msg:message org:organization organisation:organization organisations:organizations ' +
    'orgs:organizations param:parameter params:parameters perm:permission perms:permissions pic:picture pics:pictures ' +
    'repo:repository repos:repositories spec:specification stats:statistics temp:temporary'
  )
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
)

/** The stems of a text's words, without those that say nothing. */
export function stemsOf(text: string): string[] {
  return wordsOf(text).flatMap((each) => (empty.has(each) ? [] : stemOf(fullWords.get(each) ?? each)))
}

/** Endings and what they become, the longest first; what stays has at least three letters. */
const endings: readonly (readonly [string, string])[] = [
  ['ations', 'at'],
  ['ation', 'at'],
  ['ators', 'at'],
  ['ator', 'at'],
  ['ments', ''],
  ['ment', ''],
  ['ings', ''],
  ['ions', ''],
  ['ing', ''],
  ['ion', ''],
  ['ies', 'y'],
  ['ied', 'y'],
  ['ers', ''],
  ['ee', ''],
  ['ed', ''],
  ['er', ''],
  ['tor', 't'],
  ['ly', ''],
]

const sibilant = /(?:s|x|z|ch|sh)es$/
const shortest = 3

/** Most words come again and again; a hostile text must not make this grow. */
const stems = new Map<string, string>()
const mostStems = 20_000

/** A word without what only grammar adds, so that `issues`, `issue` and `creating`, `create` meet. English. */
export function stemOf(word: string): string {
  const known = stems.get(word)
  if (known !== undefined) return known
  const stem = stripped(word)
  if (stems.size >= mostStems) stems.clear()
  stems.set(word, stem)
  return stem
}

function stripped(word: string): string {
  let stem = singular(word)
  const ending = endings.find(([end]) => stem.endsWith(end) && stem.length - end.length >= shortest)
  if (ending !== undefined) stem = stem.slice(0, -ending[0].length) + ending[1]
  if (stem.length > shortest && stem.endsWith('e')) stem = stem.slice(0, -1)
  const doubled = stem.length > shortest && stem.at(-1) === stem.at(-2)
  return doubled ? stem.slice(0, -1) : stem
}

/** Whether a text speaks of several things, as far as its words end as they do. */
export function isPlural(text: string): boolean {
  return wordsOf(text).some((each) => !empty.has(each) && singular(each) !== each)
}

function singular(word: string): string {
  if (word.length <= shortest || !word.endsWith('s') || word.endsWith('ss') || word.endsWith('us'))
    return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (sibilant.test(word)) return word.slice(0, -2)
  return word.endsWith('is') ? word : word.slice(0, -1)
}
