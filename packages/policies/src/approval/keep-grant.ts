import { onAbort } from '../signals/on-abort.ts'
import type { ApprovalConfig } from './contract.ts'
import type { Warn } from '../log/tell.ts'

type Remember = NonNullable<ApprovalConfig['remember']>

/**
 * Keeps a wider answer. What goes wrong is warned about and changes nothing: the call was answered with yes all the
 * same.
 * @param given - the grant, and for whose call it was given.
 * @param stops - signals that end the waiting for it.
 */
export async function keepGrant(
  given: Parameters<Remember>,
  remember: Remember | undefined,
  stops: readonly AbortSignal[],
  warn: Warn,
): Promise<void> {
  const [grant] = given
  const refused = `the rule "${grant.rule}" is not kept, so the answer counts once`
  if (remember === undefined) return warn(`${refused}: nothing here keeps rules`)
  const kept = (async () => remember(...given))().catch((error: unknown) => warn(refused, error))
  await firstOf(kept, stops)
}

function firstOf(done: Promise<void>, stops: readonly AbortSignal[]): Promise<void> {
  if (stops.some(({ aborted }) => aborted)) return Promise.resolve()
  return new Promise((resolve) => {
    const stop = (): void => {
      for (const each of leave) each()
      resolve()
    }
    const leave = stops.map((signal) => onAbort(signal, stop))
    void done.then(stop)
  })
}
