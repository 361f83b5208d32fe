import { HarnessError } from '../errors.ts'
import { isSnapshot } from '../json/snapshot.ts'
import { compileParameters } from './compile.ts'
import type { ParameterSchemaSpec } from './spec.ts'

/** Arguments that a tool's parameters do not allow; the model can mend them from the message. */
export class ToolArgsError extends HarnessError {
  /** What is wrong, one line each, every one naming the path in the arguments. */
  readonly violations: readonly string[]

  /** @param violations - what is wrong, one line each. */
  constructor(violations: readonly string[]) {
    super('INVALID_ARGS', `invalid arguments: ${violations.join('; ')}`)
    this.violations = Object.freeze([...violations])
  }
}

/**
 * Why arguments do not fit a parameter map, one line each; empty when they do. Takes anything as arguments and
 * never throws for them. The map is compiled at its first use.
 *
 * @throws JsonSchemaError when the map itself is malformed.
 */
export function validateArgs(spec: ParameterSchemaSpec, args: unknown): string[] {
  const compiled = compileParameters(spec)
  return isSnapshot(args) && compiled.accepts(args) ? [] : compiled.violations(args)
}
