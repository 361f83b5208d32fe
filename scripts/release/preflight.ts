import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { manifestsBelow } from '../manifests.ts'
import type { Manifest } from './order.ts'
import { mustRun } from './run.ts'

/** What is looked at before anything is built. */
export interface Checkout {
  readonly version: string
  readonly manifests: readonly Manifest[]
  readonly changelog: string
  /** Files that git has not committed. */
  readonly changes: readonly string[]
  readonly tags: readonly string[]
}

/** Reads the state of a checkout. */
export function readCheckout(root: string): Checkout {
  const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest
  return {
    version: own.version,
    manifests: manifestsBelow<Manifest>(root).map(({ manifest }) => manifest),
    changelog: readFileSync(join(root, 'CHANGELOG.md'), 'utf8'),
    changes: lines(mustRun('git', ['status', '--porcelain'], root)),
    tags: lines(mustRun('git', ['tag', '--list'], root)),
  }
}

/** Why a checkout must not be released. Empty where it may be. */
export function flawsBeforeRelease(checkout: Checkout, { provenance }: { provenance: boolean }): string[] {
  const { version, manifests, changelog, changes, tags } = checkout
  return [
    ...uncommitted(changes),
    ...(tags.includes(tagOf(version)) ? [`the tag ${tagOf(version)} exists: raise the version`] : []),
    ...(isDated(changelog, version) ? [] : [`CHANGELOG.md has no line "## [${version}] - YYYY-MM-DD"`]),
    ...(hasUnreleased(changelog) ? ['CHANGELOG.md has entries that no version holds: move them'] : []),
    ...manifests.flatMap((manifest) => versionFlaws(manifest, checkout)),
    ...manifests
      .filter(({ repository }) => provenance && repository === undefined)
      .map(({ name }) => `${name} names no repository, which npm asks for where it proves the origin`),
  ]
}

function uncommitted(changes: readonly string[]): string[] {
  if (changes.length === 0) return []
  const [first = ''] = changes
  const more = changes.length === 1 ? '' : ` and ${changes.length - 1} more`
  return [`git has not committed ${first.slice(3)}${more}`]
}

/** The tag of a version. */
export function tagOf(version: string): string {
  return `v${version}`
}

function versionFlaws(manifest: Manifest, { version, manifests }: Checkout): string[] {
  const names = manifests.map(({ name }) => name)
  const { name, dependencies, devDependencies, peerDependencies } = manifest
  const needed = Object.entries({ ...devDependencies, ...peerDependencies, ...dependencies })
  return [
    ...(manifest.version === version ? [] : [`${name} has version ${manifest.version}, and not ${version}`]),
    ...needed
      .filter(([neighbour, range]) => names.includes(neighbour) && range !== version)
      .map(([neighbour, range]) => `${name} needs ${neighbour} ${range}, and not ${version}`),
  ]
}

function isDated(changelog: string, version: string): boolean {
  return headings(changelog).some(
    (heading) => heading.startsWith(`[${version}] - `) && /- \d{4}-\d\d-\d\d$/.test(heading),
  )
}

/** Whether something stands under `## [Unreleased]`. */
function hasUnreleased(changelog: string): boolean {
  const [, after = ''] = changelog.split(/^## \[Unreleased\]$/m)
  const [entries = ''] = after.split(/^## /m)
  return entries.trim() !== ''
}

function headings(changelog: string): string[] {
  return [...changelog.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading)
}

function lines(text: string): string[] {
  return text.split('\n').filter((line) => line !== '')
}
