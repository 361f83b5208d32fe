/** Up to this length the engine lists an array's keys faster than the inspector describes it. */
const shortLength = 32

type Inspect = (value: unknown, options: object) => string

/** The platform's inspector, where there is one: it alone can name hidden keys without listing every index. */
const inspect: Inspect | undefined = globalThis.process?.getBuiltinModule?.('node:util').inspect

const hiddenKeysOnly = { showHidden: true, maxArrayLength: 0, depth: 0, customInspect: false }

/**
 * Whether an array's own keys are its indexes and `length`, and nothing else. The caller has already found
 * `length` enumerable properties and no symbol, so only hidden named keys are left to exclude.
 */
export function hasOnlyIndexes(array: readonly unknown[], length: number): boolean {
  if (length > shortLength && describesNothingElse(array, length)) return true
  const keys = Reflect.ownKeys(array)
  return keys.length === length + 1 && (length === 0 || keys[length - 1] === `${length - 1}`)
}

/** A description of another form only means that the slower listing decides. */
function describesNothingElse(array: readonly unknown[], length: number): boolean {
  return inspect?.(array, hiddenKeysOnly) === `[ ... ${length} more items, [length]: ${length} ]`
}
