import { HarnessError } from '../errors.ts'

/** The message shows so many violations; the list has all of them. */
const shownViolations = 50

/** A schema outside the enforced subset, or malformed; every violation is listed, in the order of the walk. */
export class JsonSchemaError extends HarnessError {
  /** One line each, every one beginning with its path inside the schema. */
  readonly violations: readonly string[]

  /** @param violations - at least one. */
  constructor(violations: readonly string[]) {
    const more = violations.length - shownViolations
    const shown = more > 0 ? [...violations.slice(0, shownViolations), `and ${more} more`] : violations
    super('UNSUPPORTED_SCHEMA', `unsupported JSON schema: ${shown.join('; ')}`)
    this.violations = Object.freeze([...violations])
  }
}
