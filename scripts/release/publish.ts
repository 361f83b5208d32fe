import type { Packed } from './pack.ts'
import type { Finished } from './run.ts'

/** Runs npm in the checkout. */
export type Npm = (args: readonly string[]) => Finished

/**
 * Publishes tarballs one after the other. A version that the registry has already is left alone, so that a release
 * that was cut off can be made again.
 * @param packed - in the order in which they are published.
 * @returns the names of what was published.
 */
export function publishAll(
  packed: readonly Packed[],
  { npm, provenance }: { npm: Npm; provenance: boolean },
): string[] {
  const missing = packed.filter(({ name, version }) => !isPublished(npm, `${name}@${version}`))
  for (const { name, tarball } of missing) {
    const args = ['publish', tarball, '--access', 'public', ...(provenance ? ['--provenance'] : [])]
    const { code, stderr } = npm(args)
    if (code !== 0) throw new Error(`${name} could not be published; what comes after it was not\n${stderr}`)
  }
  return missing.map(({ name }) => name)
}

function isPublished(npm: Npm, spec: string): boolean {
  const { code, stdout, stderr } = npm(['view', spec, 'version', '--json'])
  if (code === 0) return stdout.trim() !== ''
  // Only a registry that says so has not got it: one that is out of reach ends the release.
  if (/E404/.test(stdout + stderr)) return false
  throw new Error(`the registry could not be asked for ${spec}\n${stderr}`)
}

/** Whether npm can prove where a package was built: where the CI gives it an identity. */
export function hasProvenance(environment: NodeJS.ProcessEnv): boolean {
  return Boolean(environment['ACTIONS_ID_TOKEN_REQUEST_URL'] ?? environment['SIGSTORE_ID_TOKEN'])
}
