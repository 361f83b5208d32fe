import { escapeVisible, HarnessError } from '@millrace/protocol'

/** Why overflowing output could not be kept. */
export type SpillErrorCode = 'SPILL_FOLDER_UNSAFE' | 'SPILL_CLOSED' | 'SPILL_FAILED'

/** Output that could not be kept on disk, with the file or folder that it was meant for. */
export class SpillError extends HarnessError {
  declare readonly code: SpillErrorCode
  readonly path: string

  /**
   * @param code - the stable identifier.
   * @param path - the file or folder.
   * @param problem - completes the sentence that begins with the quoted path.
   */
  constructor(code: SpillErrorCode, path: string, problem: string, options: ErrorOptions = {}) {
    super(code, `"${escapeVisible(path)}" ${problem}`, options)
    this.path = path
  }
}

/** The system's error as a `SpillError`; a mistake of the program stays what it is. */
export function spillFailure(error: unknown, path: string): unknown {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined
  if (error instanceof SpillError || code === undefined) return error
  return new SpillError('SPILL_FAILED', path, `could not be used to keep output: ${code}`, { cause: error })
}
