/**
 * Hears of a rejection of something that may be a promise, whatever it pretends: a promise of another realm,
 * one that shadows its own `then` or `catch`, or another thenable. Never throws.
 */
export function whenRejected(value: object, rejected: (error: unknown) => void): void {
  try {
    // The intrinsic works on every real promise, and refuses everything else.
    // oxlint-disable-next-line unbound-method
    void Reflect.apply(Promise.prototype.then, value, [undefined, rejected])
  } catch {
    whenThenableRejects(value, rejected)
  }
}

function whenThenableRejects(value: object, rejected: (error: unknown) => void): void {
  try {
    if (typeof (value as { then?: unknown }).then !== 'function') return
    Promise.resolve(value).catch(rejected)
  } catch (error) {
    rejected(error)
  }
}
