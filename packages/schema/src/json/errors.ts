import { HarnessError } from '../errors.ts'

/** A value that JSON text cannot carry without loss; the message says what it is and where it stands. */
export class JsonValueError extends HarnessError {
  constructor(message: string) {
    super('NOT_LOSSLESS_JSON', message)
  }
}

/** A text that is not JSON, or that no value can represent exactly; the message says where and how to mend it. */
export class JsonTextError extends HarnessError {
  constructor(message: string) {
    super('INVALID_JSON', message)
  }
}
