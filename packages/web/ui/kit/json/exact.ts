/**
 * Text that stands in JSON as it is: a number with all of its digits, or what a person is in the middle of typing. Nothing of it
 * is rounded on the way.
 */
export class RawText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** A JSON value whose numbers are kept as they are written. */
export type Exact = string | boolean | null | RawText | readonly Exact[] | ExactObject

/** An object of such values. */
export interface ExactObject {
  readonly [key: string]: Exact
}

/** Whether a value is an object, and neither a list nor a number. */
export function isExactObject(value: Exact | undefined): value is ExactObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof RawText)
}

/** Whether a text is a number in the spelling of JSON. */
export function isNumberText(text: string): boolean {
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)
}
