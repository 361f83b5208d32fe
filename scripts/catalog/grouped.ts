/** Values by key: keys in order, values as they came. */
export function grouped<T>(values: readonly T[], keyOf: (value: T) => string): [key: string, values: T[]][] {
  const groups = new Map<string, T[]>()
  for (const value of values) {
    const key = keyOf(value)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [value])
    else group.push(value)
  }
  return [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1))
}
