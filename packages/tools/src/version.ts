/** The version of this package, as in its manifest. */
export const version = '0.1.0'

// One list for the process: every installed copy of the package puts its version there.
const slot: unique symbol = Symbol.for('millrace.tools.versions')
const shared = globalThis as { [slot]?: Set<string> }
const versions = (shared[slot] ??= new Set())
versions.add(version)

/** A line about other versions of the package in this process; `undefined` where there is none. */
export function versionConflict(): string | undefined {
  if (versions.size < 2) return undefined
  const list = [...versions].toSorted().join(', ')
  return `several versions of @millrace/tools are loaded (${list}): install one, or plugins may not fit together`
}
