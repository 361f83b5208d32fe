/**
 * The words of a text that is indexed (MiniSearch then names its field), or of a query. VitePress hands the function's own
 * text to the browser, so it uses nothing from outside.
 *
 * Japanese has no spaces: each pair of neighbouring characters is a word, and so is the last character of a run, for a query
 * of one character is looked up as the beginning of a word. A query that has other characters leaves its hiragana out, as
 * particles and endings differ from text to text. Of an identifier the index has its ends, too: `tool` finds `defineTool`.
 */
export function searchTerms(text: string, field?: string): string[] {
  const isQuery = field === undefined
  let plain = text.normalize('NFKC').replace(/&(?:[a-z]+|#\d+);|\u200b/g, ' ')
  if (isQuery && /[\p{Script=Han}\p{Script=Katakana}]/u.test(plain))
    plain = plain.replace(/\p{Script=Hiragana}+/gu, ' ')
  const runs = plain.matchAll(
    /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+)|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー])[\p{L}\p{N}\p{M}])+/gu,
  )
  const terms = Array.from(runs, ([run, japanese]) => {
    if (japanese === undefined)
      return isQuery
        ? [run]
        : [run, ...Array.from(run.matchAll(/(?<=[a-z\d])[A-Z]/g), ({ index }) => run.slice(index))]
    const characters = Array.from(japanese)
    const pairs = characters.slice(1).map((character, before) => `${characters[before] ?? ''}${character}`)
    return isQuery && pairs.length > 0 ? pairs : [...pairs, characters.at(-1) ?? '']
  }).flat()
  const telling = terms.filter(
    (term) => !/^(?:a|an|and|do|does|how|i|in|is|of|on|the|to|what|with)$/i.test(term),
  )
  return isQuery && telling.length > 0 ? telling : terms
}
