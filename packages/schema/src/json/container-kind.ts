/** The two containers of JSON. */
export type ContainerKind = 'array' | 'object'

const native = {
  array: /^function Array\(\)\s*\{\s*\[native code\]\s*\}$/,
  object: /^function Object\(\)\s*\{\s*\[native code\]\s*\}$/,
}
const sourceOf = (callable: object): string => Function.prototype.toString.call(callable)

/** Prototypes of other realms that were found to be intrinsic; they stay so for ever. */
const foreignIntrinsics = new WeakMap<object, ContainerKind>()

/**
 * Which JSON container an object is, by its prototype: an array or an ordinary record of any realm, or one
 * without a prototype. Anything else, such as a class instance, is `undefined`.
 *
 * @throws what a Proxy's own trap throws.
 */
export function containerKind(value: object): ContainerKind | undefined {
  const prototype = Object.getPrototypeOf(value) as object | null
  if (prototype === Object.prototype) return Array.isArray(value) ? undefined : 'object'
  if (prototype === Array.prototype) return Array.isArray(value) ? 'array' : undefined
  const isArray = Array.isArray(value)
  if (prototype === null) return isArray ? undefined : 'object'
  return foreignKind(prototype) === (isArray ? 'array' : 'object')
    ? isArray
      ? 'array'
      : 'object'
    : undefined
}

function foreignKind(prototype: object): ContainerKind | undefined {
  const known = foreignIntrinsics.get(prototype)
  if (known !== undefined) return known
  const kind = intrinsicKind(prototype)
  if (kind !== undefined) foreignIntrinsics.set(prototype, kind)
  return kind
}

/**
 * A constructor whose source is native text cannot be forged by a script, and its `prototype` cannot be
 * replaced; so a prototype that is such a constructor's own is an intrinsic.
 */
function intrinsicKind(prototype: object): ContainerKind | undefined {
  try {
    const constructor: unknown = Object.getOwnPropertyDescriptor(prototype, 'constructor')?.value
    if (typeof constructor !== 'function' || constructor.prototype !== prototype) return undefined
    const source = sourceOf(constructor)
    return native.array.test(source) ? 'array' : native.object.test(source) ? 'object' : undefined
  } catch {
    // A forged or revoked constructor throws when it is looked at, which is proof enough.
    return undefined
  }
}
