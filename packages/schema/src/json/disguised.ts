type Test = (value: unknown) => boolean

const tagOf = (value: object): string => Object.prototype.toString.call(value)

/** Sees what an object has inside, whatever its prototype is. */
const platform = globalThis.process?.getBuiltinModule?.('node:util').types
const inside: readonly Test[] =
  platform === undefined
    ? []
    : [
        platform.isMap,
        platform.isSet,
        platform.isPromise,
        platform.isAnyArrayBuffer,
        platform.isBoxedPrimitive,
      ]

/**
 * Whether an object without own keys has something else inside, such as a date or a map whose prototype was
 * replaced by that of ordinary objects.
 */
export function isDisguised(empty: object): boolean {
  // The tag is told without the object's own code, as it has no keys and inherits nothing but the ordinary.
  if (tagOf(empty) !== '[object Object]' || ArrayBuffer.isView(empty)) return true
  return inside.some((has) => has(empty))
}
