// Escaped: the controls that are no white space, and halves of surrogate pairs.
// eslint-disable-next-line no-control-regex
const unprintable = /[\0-\x1f\x7f-\x9f]|\p{Surrogate}/gu

/** A description on one line, with nothing in it that a terminal or a compiler could obey; `undefined` where it is blank. */
export function plainLine(description: string | undefined): string | undefined {
  if (typeof description !== 'string') return undefined
  if (isPlain(description)) return description
  const line = description.replaceAll(/\s+/g, ' ').trim().replaceAll(unprintable, escaped)
  return line === '' ? undefined : line
}

/** Whether a description is one line already, as most are. */
const isPlain = (description: string): boolean => !/[^ -~]| {2}|^ | $|^$/.test(description)

function escaped(unit: string): string {
  const code = unit.charCodeAt(0)
  return code < 0x100 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16)}`
}
