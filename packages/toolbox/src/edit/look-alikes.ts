/** HTML entities of characters that code is made of, and what they stand for. */
export const htmlEntities: ReadonlyMap<string, string> = new Map([
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&amp;', '&'],
  ['&quot;', '"'],
  ['&apos;', "'"],
  ['&#39;', "'"],
])

/** Each of those entities. */
export const htmlEntity: RegExp = new RegExp([...htmlEntities.keys()].join('|'), 'g')

/** Quotation marks of all kinds. */
export const quotationMark: RegExp = /["'`\u00ab\u00b4\u00bb\u2018-\u201f\u2032-\u2036\u2039\u203a]/gu

/** Hyphens, dashes and the minus sign. */
export const dash: RegExp = /[\p{Pd}\u2212]/gu
