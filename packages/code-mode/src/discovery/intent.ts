import { isPlural, stemOf, wordsOf } from './words.ts'

/** What somebody wants to do with things, whatever the things are. */
export type Intent = 'list' | 'get' | 'make' | 'change' | 'remove'

const verbs: Readonly<Record<Intent, string>> = {
  list: 'list enumerate which who all every',
  get: 'get fetch read see show view find search look check compare count download export describe display what how where why when',
  make:
    'create add make register publish upload write send invite start launch trigger dispatch store attach ' +
    'give submit ask put render',
  change:
    'update edit change modify alter set rename move transfer enable disable mark lock unlock pin unpin assign approve merge ' +
    'let turn convert replace protect restart rerun resend close reopen resolve dismiss suspend',
  remove: 'delete remove undo drop erase discard destroy clear kick revoke unassign unfollow unstar cancel',
}

/** Words that are things as often as deeds: they are taken for deeds at the beginning alone. */
const leadingVerbs: Readonly<Record<Intent, string>> = {
  list: '',
  get: 'is are has have does did was were can test',
  make: 'open new import file tag star fork build post share request comment report release leave reply answer commit watch follow block label react save draft',
  change: 'hand bring review archive restore sync switch stop',
  remove: 'withdraw unsubscribe take',
}

const anywhere = byStem(verbs)
const leading = byStem(leadingVerbs)

function byStem(table: Readonly<Record<Intent, string>>): ReadonlyMap<string, Intent> {
  const pairs = Object.entries(table) as [Intent, string][]
  return new Map(
    pairs.flatMap(([intent, words]) => words.split(' ').map((word) => [stemOf(word), intent] as const)),
  )
}

/** What the first verb of a text wants; `undefined` where it has none. */
export function intentOf(text: string): Intent | undefined {
  const stems = wordsOf(text).map(stemOf)
  const first = leading.get(stems[0] ?? '')
  if (first !== undefined) return first
  for (const stem of stems) {
    const intent = anywhere.get(stem)
    if (intent !== undefined) return intent
  }
  return undefined
}

/** What a request wants. One without a verb names what it wants to see: things, or one of them. */
export function wantedBy(request: string): Intent {
  const intent = intentOf(request) ?? 'get'
  return intent === 'get' && isPlural(request) ? 'list' : intent
}

const sameBoost = 1.4
const likeBoost = 1.1

/** What a tool's rank gains or loses by doing, or not doing, what is wanted. */
export function intentBoost(wanted: Intent, does: Intent | undefined): number {
  if (does === undefined) return 1
  if (wanted === does) return sameBoost
  const reads = (intent: Intent): boolean => intent === 'list' || intent === 'get'
  return reads(wanted) && reads(does) ? likeBoost : 1 / sameBoost
}
