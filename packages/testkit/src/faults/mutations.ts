/**
 * Tries to change a value and everything in it: members written, added and removed, prototypes replaced.
 * @returns the paths where something could be changed; none of a value that is frozen throughout.
 */
export function mutationsOf(value: unknown): string[] {
  const changed: string[] = []
  const open: { readonly path: string; readonly value: unknown }[] = [{ path: '', value }]
  const seen = new Set<unknown>()
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { path, value: found } = next
    if (typeof found !== 'object' || found === null || seen.has(found)) continue
    seen.add(found)
    for (const [key, part] of Object.entries(found)) open.push({ path: `${path}/${key}`, value: part })
    if (attempts.some((attempt) => attempt(found))) changed.push(path)
  }
  return changed
}

const attempts: readonly ((target: object) => boolean)[] = [
  (target) => Reflect.set(target, 'added', true),
  (target) => Object.keys(target).some((key) => Reflect.set(target, key, 'changed')),
  (target) => Object.keys(target).some((key) => Reflect.deleteProperty(target, key)),
  (target) => Reflect.setPrototypeOf(target, { polluted: true }),
]
