/** Space as ECMAScript means it, as the inside of a character class of RE2. */
const space =
  '\\s\\v\\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}'
const lineEnds = '\\n\\r\\x{2028}\\x{2029}'

/** Unicode properties that RE2 knows under another name. */
const properties: Readonly<Record<string, string>> = {
  Letter: 'L',
  Lowercase_Letter: 'Ll',
  Uppercase_Letter: 'Lu',
  Titlecase_Letter: 'Lt',
  Modifier_Letter: 'Lm',
  Other_Letter: 'Lo',
  Mark: 'M',
  Nonspacing_Mark: 'Mn',
  Number: 'N',
  Decimal_Number: 'Nd',
  digit: 'Nd',
  Letter_Number: 'Nl',
  Punctuation: 'P',
  punct: 'P',
  Symbol: 'S',
  Currency_Symbol: 'Sc',
  Math_Symbol: 'Sm',
  Separator: 'Z',
  Space_Separator: 'Zs',
  Other: 'C',
  Control: 'Cc',
}

const token = /\\[pP]\{[^}]*\}|\\.|\[\^?|[\].]|[^\\[\].]+/gsu
const property = /^\\([pP])\{(?:(?:General_Category|gc|Script|sc)=)?([^}]*)\}$/u

/**
 * A pattern of ECMAScript in the syntax of RE2, as far as the two differ in meaning: spaces, the dot and the
 * names of Unicode properties. The rest of the syntax is left to RE2's own translation.
 *
 * @param source - a pattern that the engine accepts with the flag `u`.
 */
export function translatePattern(source: string): string {
  let inClass = false
  let out = ''
  for (const [part] of source.matchAll(token)) {
    if (!inClass && part.startsWith('[')) inClass = true
    else if (part === ']') inClass = false
    out += translateToken(part, inClass)
  }
  return out
}

function translateToken(part: string, inClass: boolean): string {
  if (part === '.') return inClass ? part : `[^${lineEnds}]`
  if (part === '\\s') return inClass ? space : `[${space}]`
  if (part === '\\S') return inClass ? part : `[^${space}]`
  const [, letter, name] = property.exec(part) ?? []
  return letter === undefined || name === undefined ? part : `\\${letter}{${properties[name] ?? name}}`
}
