import { HarnessError } from '@millrace/schema'
import { escapeVisible } from '@millrace/protocol'
import { cutEnd } from '../text/cut.ts'

/** Why a file cannot be changed as text. */
export type TextErrorCode = 'TEXT_BINARY' | 'TEXT_NOT_DECODABLE'

/** A file that is no text, or is none that could be written back without a loss. */
export class TextError extends HarnessError {
  declare readonly code: TextErrorCode

  /** @param problem - completes the sentence that begins with the quoted path. */
  constructor(code: TextErrorCode, path: string, problem: string) {
    super(code, `"${escapeVisible(cutEnd(path, 200))}" ${problem}`)
  }
}
