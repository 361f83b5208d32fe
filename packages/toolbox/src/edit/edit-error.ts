import { escapeVisible } from '@millrace/protocol'
import { HarnessError } from '@millrace/schema'
import { cutEnd } from '../text/cut.ts'

/** Why a replacement could not be made. */
export type EditErrorCode = 'EDIT_NO_MATCH' | 'EDIT_AMBIGUOUS' | 'EDIT_TOO_MANY'

/** Replacements that could not be made; the file is what it was. */
export class EditError extends HarnessError {
  declare readonly code: EditErrorCode

  /** @param problem - why, with what mends it. */
  constructor(code: EditErrorCode, problem: string, path: string) {
    super(code, `"${escapeVisible(cutEnd(path, 200))}" was not changed: ${problem}`)
  }
}
