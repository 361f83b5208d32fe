import { escapeVisible } from '@millrace/protocol'
import { HarnessError } from '@millrace/schema'

/** Finishes the result of a change that is done. Where the caller gave up meanwhile, the failure tells that it is. */
export async function tellingChange<T>(
  { path, changed }: { readonly path: string; readonly changed: boolean },
  signal: AbortSignal,
  finish: () => Promise<T>,
): Promise<T> {
  const isLate = (): boolean => changed && signal.aborted
  const late = (): HarnessError =>
    new HarnessError(
      'ABORTED',
      `tool call aborted, but ${escapeVisible(path)} was changed before; read it again`,
    )
  let result: T
  try {
    result = await finish()
  } catch (error) {
    throw isLate() ? late() : error
  }
  if (isLate()) throw late()
  return result
}
