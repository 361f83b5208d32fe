import { HarnessError, shown } from '@millrace/protocol'

/** Why there is no sandbox, or none as it was asked for. */
export type SandboxErrorCode = 'SANDBOX_UNAVAILABLE' | 'SANDBOX_INVALID'

/** A sandbox that cannot be had. Where a command was to run in it, that command was not run. */
export class SandboxError extends HarnessError {
  declare readonly code: SandboxErrorCode

  /**
   * @param code - the stable identifier.
   * @param message - what is wrong and how to mend it, with everything from outside escaped.
   */
  constructor(code: SandboxErrorCode, message: string, options: ErrorOptions = {}) {
    super(code, message, options)
  }
}

const mending =
  'install bubblewrap, allow unprivileged user namespaces, or set "sandbox" to "off" and answer for each command'

/** The error for a command that was not run because its sandbox could not be built any more. */
export function unavailable(backend: string, why: string, options: ErrorOptions = {}): SandboxError {
  const message = `the command was not run: its sandbox (${backend}) does not work any more: ${shown(why.trim())}; ${mending}`
  return new SandboxError('SANDBOX_UNAVAILABLE', message, options)
}

/** The error for a sandbox that is required and cannot be had. */
export function noneWorks(reasons: readonly string[]): SandboxError {
  return new SandboxError(
    'SANDBOX_UNAVAILABLE',
    `a sandbox is required, and none works here: ${reasons.map((reason) => shown(reason)).join('; ')}; ${mending}`,
  )
}
