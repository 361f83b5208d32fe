/** What may be thrown: an ordinary error, or something that people throw although it is none. */
export type ThrownKind =
  | 'error'
  | 'string'
  | 'undefined'
  | 'frozen-object'
  | 'revoked-proxy'
  | 'promise'
  | 'trap'

/** A value to throw. Each is made anew, so that nothing is learnt of it from the last time. */
export function thrownValue(kind: ThrownKind): unknown {
  switch (kind) {
    case 'error':
      return new Error('the tool failed on purpose')
    case 'string':
      return 'thrown text'
    case 'undefined':
      return undefined
    case 'frozen-object':
      return Object.freeze({ reason: 'frozen' })
    case 'revoked-proxy':
      return revokedProxy()
    case 'promise':
      return Promise.reject(new Error('a rejected promise was thrown'))
    case 'trap':
      return trap()
  }
}

function revokedProxy(): object {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}

function trap(): object {
  const get = (): never => {
    throw new Error('whoever reads this is caught')
  }
  return Object.defineProperty({}, 'message', { get })
}
