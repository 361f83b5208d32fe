/** Where the platform keeps what its `fetch` sends requests by, whichever release it has. */
const dispatcherKey = Symbol.for('undici.globalDispatcher.1')

/** Milliseconds without any part of an answer: as many as `idleTimeoutMs` may say at most. */
const longestSilenceMs = 86_400_000

type Dispatcher = NonNullable<RequestInit['dispatcher']>

/**
 * The platform's `fetch`, which would give up an answer after 300 s of silence: how long a call may take is for its own limits
 * to say, and a person who is asked meanwhile takes time. Proxies and all else that the platform was given stay.
 */
export const patientFetch: typeof globalThis.fetch = (input, init) => {
  const dispatcher = patientDispatcher()
  return globalThis.fetch(input, dispatcher === undefined ? init : { ...init, dispatcher })
}

/** `undefined` where the platform's `fetch` is another one. */
function patientDispatcher(): Dispatcher | undefined {
  // The platform loads its `fetch`, and puts the dispatcher in its place, when one of its classes is named first.
  void globalThis.Response
  const usual = (globalThis as { readonly [dispatcherKey]?: Dispatcher })[dispatcherKey]
  if (usual === undefined) return undefined
  const patient: Dispatcher = Object.create(usual)
  patient.dispatch = (options, handler) =>
    usual.dispatch({ ...options, headersTimeout: longestSilenceMs, bodyTimeout: longestSilenceMs }, handler)
  return patient
}
