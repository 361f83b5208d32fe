/** A test for being in a list, at a constant cost also where the list is long. */
export function membership(list: readonly string[]): (name: string) => boolean {
  if (list.length <= 8) return (name) => list.includes(name)
  const set = new Set(list)
  return (name) => set.has(name)
}
