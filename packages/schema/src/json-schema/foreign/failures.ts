import type { EvaluationPlugin, ValidationContext } from '@hyperjump/json-schema/experimental'
import type { JsonNode } from '@hyperjump/json-schema/instance/experimental'
import type { Matcher } from './matcher.ts'

/** A keyword that a part of the value does not satisfy. */
export interface Failure {
  /** The keyword's identifier in the library; its last segment is the name. */
  readonly keyword: string
  /** Where the keyword stands, as an absolute URI. */
  readonly location: string
  /** What the library made of the keyword's value. */
  readonly operand: unknown
  readonly instance: JsonNode
}

/** Failures of one schema, and nested those of the schemas inside it, so that no list is copied. */
type Failures = (Failure | Failures)[]

type Context = ValidationContext & { failures?: Failures }

/** Evaluating more schemas than this for one value is given up. */
const mostEvaluations = 1_000_000
/** So many steps of a matcher take as long as evaluating one schema. */
const stepsPerEvaluation = 64

/** The evaluation of one value was given up. */
export class TooMuchWork extends Error {}

const schemaKeyword = 'https://json-schema.org/evaluation/validate'

/** Collects what failed during the evaluation of one value, and bounds the work. */
export class FailureCollector implements EvaluationPlugin<Context> {
  #evaluations = 0
  #failures: Failures = []

  /** The failures that make the whole value invalid, in the order of the evaluation. */
  get failures(): Failure[] {
    const found: Failure[] = []
    const waiting: Failures = [this.#failures]
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (Array.isArray(next)) for (const inner of next.toReversed()) waiting.push(inner)
      else found.push(next)
    }
    return found
  }

  beforeSchema(): void {
    this.#spend(1)
  }

  /** Counts the work of matching a text before it is done. */
  beforeMatch(matcher: Matcher, text: string): void {
    this.#spend((matcher.weight * text.length) / stepsPerEvaluation)
  }

  afterKeyword(
    [keyword, location, operand]: readonly [string, string, unknown],
    instance: JsonNode,
    inner: Context,
    valid: boolean,
    outer: Context,
    { simpleApplicator }: { readonly simpleApplicator?: boolean },
  ): void {
    if (valid) return
    outer.failures ??= []
    if (simpleApplicator !== true) outer.failures.push({ keyword, location, operand, instance })
    if (inner.failures !== undefined) outer.failures.push(inner.failures)
  }

  afterSchema(location: string, instance: JsonNode, context: Context, valid: boolean): void {
    if (!valid && typeof context.ast[location] === 'boolean') {
      context.failures ??= []
      context.failures.push({ keyword: schemaKeyword, location, operand: false, instance })
    }
    this.#failures = context.failures ?? []
  }

  #spend(evaluations: number): void {
    this.#evaluations += evaluations
    if (this.#evaluations > mostEvaluations) throw new TooMuchWork()
  }
}
