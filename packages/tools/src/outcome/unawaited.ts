/**
 * Passes on what foreign code returned where nothing is awaited. A promise is refused later like any other
 * wrong answer; here its rejection is kept from going unhandled as well.
 */
export function unawaited(returned: unknown): unknown {
  if (returned instanceof Promise) returned.catch(() => undefined)
  return returned
}
