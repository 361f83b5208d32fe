import { isHarnessError, type ToolErrorInfo } from '@millrace/protocol'

/** Class and code of an error of the family; `undefined` for everything else. Never throws. */
export function infoOf(thrown: unknown): ToolErrorInfo | undefined {
  if (!isHarnessError(thrown)) return undefined
  try {
    const { name, code, retryable } = thrown
    const info: ToolErrorInfo = { name: String(name), code: String(code) }
    if (retryable === true) info.retryable = true
    return Object.freeze(info)
  } catch {
    return undefined
  }
}
