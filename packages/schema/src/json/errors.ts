import { HarnessError } from '../errors.ts'

/** A value that JSON text cannot carry without loss; the message says what it is and where it stands. */
export class JsonValueError extends HarnessError {
  /** @param message - what is not lossless, and the path to it. */
  constructor(message: string) {
    super('NOT_LOSSLESS_JSON', message)
  }
}

/** A place in a text; both count from one, columns in characters. */
export interface TextPlace {
  readonly line: number
  readonly column: number
}

/** A text that is not JSON, or that no value holds exactly; the message says where, and how to mend it. */
export class JsonTextError extends HarnessError {
  /** Where the first fault stands, if it could be found. */
  readonly place?: TextPlace

  /**
   * @param message - the place, the problem and the mend.
   * @param options - the place once more, for programs, and the engine's own error where there is one.
   */
  constructor(message: string, options: ErrorOptions & { readonly place?: TextPlace } = {}) {
    super('INVALID_JSON', message, options)
    if (options.place !== undefined) this.place = options.place
  }
}
