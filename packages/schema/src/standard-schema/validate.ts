import { printPath, type PathStep } from '../json/path.ts'
import type { StandardIssue, StandardSchema } from './standard.ts'

/** What a library said of a value: the parsed value, or what is wrong with it, one line each. */
export type Verdict = { readonly value: unknown } | { readonly violations: readonly string[] }

/**
 * Asks a Standard Schema about a value. Never throws and never rejects: a validator that does, or that answers
 * with something else than a result, has not accepted the value.
 *
 * @param schema - the schema.
 * @param value - the value.
 * @param name - what messages call the value itself.
 * @returns the verdict, or the promise of one when the schema validates asynchronously.
 */
export function validateStandard(
  schema: StandardSchema,
  value: unknown,
  name: string,
): Verdict | Promise<Verdict> {
  try {
    const result: unknown = schema['~standard'].validate(value)
    if (!isThenable(result)) return verdictOf(result, name)
    return Promise.resolve(result)
      .then((settled: unknown) => verdictOf(settled, name))
      .catch((error: unknown) => failed(error, name))
  } catch (error) {
    return failed(error, name)
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    value instanceof Promise || typeof (value as { then?: unknown } | null | undefined)?.then === 'function'
  )
}

function verdictOf(result: unknown, name: string): Verdict {
  if (typeof result !== 'object' || result === null) {
    return { violations: [`"${name}": its validator gave no result`] }
  }
  const { issues } = result as { issues?: unknown }
  if (!issues) return { value: (result as { value?: unknown }).value }
  if (!Array.isArray(issues) || issues.length === 0) {
    return { violations: [`"${name}": its validator refused it without saying why`] }
  }
  return { violations: issues.map((issue: StandardIssue) => messageOf(issue, name)) }
}

function messageOf(issue: StandardIssue, name: string): string {
  const steps = Array.from(issue.path ?? [], (segment): PathStep => {
    const key = typeof segment === 'object' ? segment.key : segment
    return typeof key === 'symbol' ? String(key) : key
  })
  // Arguments are named by their keys alone, as everywhere else.
  const root = name === 'arguments' ? '' : name
  return `"${steps.length === 0 ? name : printPath(steps, root)}": ${issue.message}`
}

function failed(error: unknown, name: string): Verdict {
  const why = error instanceof Error ? error.message : 'it threw something that is not an error'
  return { violations: [`"${name}": its validator failed (${why})`] }
}
