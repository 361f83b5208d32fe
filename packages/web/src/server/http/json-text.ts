import { printJson, type JsonValue } from '@millrace/schema'

/** A value as JSON, also where it is nested more deeply than the engine itself can print. */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch (error) {
    if (error instanceof RangeError) return printJson(value as JsonValue)
    throw error
  }
}
