import { messageOf } from '@millrace/protocol'
import type { Exact } from '../json/exact.ts'
import { isNumberText, RawText } from '../json/exact.ts'
import type { Schema } from '../schema/schema.ts'
import type { Shape } from '../schema/shape.ts'
import { kitWords } from '../words.ts'

/** What is wrong with a value, as far as a field can tell; whoever runs the call has the last word. */
export function noteOf(
  value: Exact | undefined,
  shape: Shape,
  schema: Schema,
  isRequired: boolean,
): string | undefined {
  const words = kitWords.value
  if (value === undefined) return isRequired ? words.missing : undefined
  if (shape.kind === 'number') return numberNote(value, shape.isInteger, schema)
  if (shape.kind === 'any' && value instanceof RawText) return jsonNote(value.text)
  if (shape.kind === 'text' && typeof value === 'string') return textNote(value, schema)
  return undefined
}

function numberNote(value: Exact, isInteger: boolean, schema: Schema): string | undefined {
  const words = kitWords.value
  if (!(value instanceof RawText) || !isNumberText(value.text)) return words.noNumber
  const number = Number(value.text)
  if (isInteger && !Number.isInteger(number)) return words.noInteger
  const { minimum, maximum } = schema
  if (typeof minimum === 'number' && number < minimum) return words.below(String(minimum))
  if (typeof maximum === 'number' && number > maximum) return words.above(String(maximum))
  return undefined
}

function textNote(value: string, schema: Schema): string | undefined {
  const words = kitWords.value
  const { minLength, maxLength } = schema
  const length = Array.from(value).length
  if (typeof minLength === 'number' && length < minLength) return words.tooShort(String(minLength))
  if (typeof maxLength === 'number' && length > maxLength) return words.tooLong(String(maxLength))
  return value === '' ? words.emptyText : undefined
}

function jsonNote(text: string): string | undefined {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    return kitWords.value.noJson(messageOf(error))
  }
}
