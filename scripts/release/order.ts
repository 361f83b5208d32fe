/** What a release reads of a `package.json`. */
export interface Manifest {
  readonly name: string
  readonly version: string
  readonly repository?: unknown
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

/** Names of packages so that each one comes after those that it needs: nobody can install one that does not work yet. */
export function dependencyOrder(manifests: readonly Manifest[]): string[] {
  const byName = new Map(manifests.map((manifest) => [manifest.name, manifest]))
  const order = new Set<string>()
  const visit = (manifest: Manifest, users: readonly string[]): void => {
    const { name } = manifest
    if (order.has(name)) return
    if (users.includes(name)) throw new Error(`${[...users, name].join(' needs ')}: packages need each other`)
    for (const needed of Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })) {
      const neighbour = byName.get(needed)
      if (neighbour !== undefined) visit(neighbour, [...users, name])
    }
    order.add(name)
  }
  for (const manifest of manifests) visit(manifest, [])
  return [...order]
}
