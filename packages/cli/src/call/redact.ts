import { redactPointers } from '@millrace/protocol'
import type { CallArguments } from './arguments.ts'

/**
 * The text of a call's arguments without its secrets.
 * @param pointers - JSON Pointers (RFC 6901) into the arguments.
 * @returns the text as it was where it holds none of them.
 */
export function redacted(args: CallArguments, pointers: readonly string[]): string {
  const value = redactPointers(args.value, pointers)
  return value === args.value ? args.text : JSON.stringify(value)
}
