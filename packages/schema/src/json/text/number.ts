/** Digits that a double always gives back, whatever they are. */
const safeDigits = 15
/** The most digits that the engine prints. */
const mostDigits = 100
/** Below this magnitude doubles have fewer digits. */
const smallestNormal = 2.2250738585072014e-308

/** A decimal number as its digits without outer zeros, and the power of ten of the first one. */
interface Decimal {
  readonly digits: string
  readonly power: number
}

function decimalOf(literal: string): Decimal {
  const [mantissa = '', exponent = '0'] = literal.replace(/^-/, '').toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.split('.')
  const all = whole + fraction
  let first = 0
  while (all[first] === '0') first++
  let end = all.length
  while (end > first && all[end - 1] === '0') end--
  return { digits: all.slice(first, end), power: whole.length - first - 1 + Number(exponent) }
}

/** Why a JSON number literal cannot be held exactly; `undefined` when it can. */
export type NumberFault = 'negative zero' | 'too large' | 'too small' | 'too precise'

/**
 * Whether a number survives parsing: printed again with as many digits as were written, the parsed number must
 * give those digits back.
 *
 * @param literal - a number by JSON's grammar.
 */
export function numberFault(literal: string): NumberFault | undefined {
  const value = Number(literal)
  if (`${value}` === literal) return undefined
  if (value - value !== 0) return 'too large'
  const written = decimalOf(literal)
  if (value === 0) {
    if (written.digits !== '') return 'too small'
    return literal.startsWith('-') ? 'negative zero' : undefined
  }
  const count = written.digits.length
  if (count <= safeDigits && Math.abs(value) >= smallestNormal) return undefined
  if (count > mostDigits) return 'too precise'
  const held = decimalOf(value.toPrecision(count))
  return held.digits === written.digits && held.power === written.power ? undefined : 'too precise'
}
