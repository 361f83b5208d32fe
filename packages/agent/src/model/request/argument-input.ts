import { parseToolArguments } from '@millrace/schema'
import { isNode, isTooDeep } from '../dialect/reference.ts'

/** Levels of arguments that the printers of providers bear. */
const deepestInput = 500

/**
 * The arguments of an earlier call as a provider wants them back, which is an object. What is no exact object stands
 * whole in one member, so that the model sees what it wrote.
 */
export function argumentInput(text: string): unknown {
  try {
    const value = parseToolArguments(text)
    if (isNode(value) && !isTooDeep(value, deepestInput)) return value
  } catch (error) {
    if (!(error instanceof Error)) throw error
  }
  return { unreadable_arguments: text.toWellFormed() }
}
