import { HarnessError } from '../errors.ts'

/** A schema outside the enforced subset, or malformed; every violation is listed, in the order of the walk. */
export class JsonSchemaError extends HarnessError {
  /** One line each, every one beginning with the path inside the schema. */
  readonly violations: readonly string[]

  constructor(violations: readonly string[]) {
    super('UNSUPPORTED_SCHEMA', `unsupported JSON schema: ${violations.join('; ')}`)
    this.violations = Object.freeze([...violations])
  }
}
