import { describe, expect, test } from 'vitest'
import { dependencyOrder } from '../scripts/release/order.ts'
import type { Packed } from '../scripts/release/pack.ts'
import { flawsBeforeRelease, readCheckout, type Checkout } from '../scripts/release/preflight.ts'
import { hasProvenance, publishAll } from '../scripts/release/publish.ts'
import type { Finished } from '../scripts/release/run.ts'
import { root } from './support/workspace.ts'

const ready: Checkout = {
  version: '1.2.3',
  manifests: [
    { name: 'app', version: '1.2.3', dependencies: { core: '1.2.3', other: '^9.0.0' } },
    { name: 'core', version: '1.2.3' },
  ],
  changelog: '# Changelog\n\n## [Unreleased]\n\n## [1.2.3] - 2026-01-31\n\n- All of it.\n',
  changes: [],
  tags: ['v1.2.2'],
}

describe('before a release', () => {
  const flaws = (changed: Partial<Checkout>, provenance = false): string[] =>
    flawsBeforeRelease({ ...ready, ...changed }, { provenance })

  test('a checkout that is ready has no flaw', () => expect(flaws({})).toEqual([]))

  test('everything is committed', () => {
    expect(flaws({ changes: [' M a.ts', '?? b.ts'] })).toEqual(['git has not committed a.ts and 1 more'])
  })

  test('a version is released once', () => {
    expect(flaws({ tags: ['v1.2.3'] })).toEqual(['the tag v1.2.3 exists: raise the version'])
  })

  test('the changelog has the version, with a date', () => {
    expect(flaws({ changelog: '## [1.2.3]\n' })).toEqual([
      'CHANGELOG.md has no line "## [1.2.3] - YYYY-MM-DD"',
    ])
  })

  test('no entry of the changelog is without a version', () => {
    const changelog = ready.changelog.replace('[Unreleased]\n', '[Unreleased]\n\n- More.\n')
    expect(flaws({ changelog })).toEqual(['CHANGELOG.md has entries that no version holds: move them'])
  })

  test('all packages have the version, and need each other in it', () => {
    const manifests = [
      { name: 'app', version: '1.2.2', dependencies: { core: '^1.2.3' } },
      ready.manifests[1]!,
    ]
    expect(flaws({ manifests })).toEqual([
      'app has version 1.2.2, and not 1.2.3',
      'app needs core ^1.2.3, and not 1.2.3',
    ])
  })

  test('an origin that is proven needs a repository', () => {
    expect(flaws({}, true)).toEqual([
      'app names no repository, which npm asks for where it proves the origin',
      'core names no repository, which npm asks for where it proves the origin',
    ])
  })

  test('the packages of this checkout agree on a version that the changelog has', () => {
    expect(
      flawsBeforeRelease({ ...readCheckout(root), changes: [], tags: [] }, { provenance: false }),
    ).toEqual([])
  })
})

describe('the order', () => {
  test('has each package after those that it needs', () => {
    expect(dependencyOrder(ready.manifests)).toEqual(['core', 'app'])
  })

  test('does not exist for packages that need each other', () => {
    const circle = [
      { name: 'a', version: '1.0.0', dependencies: { b: '1.0.0' } },
      { name: 'b', version: '1.0.0', dependencies: { a: '1.0.0' } },
    ]
    expect(() => dependencyOrder(circle)).toThrow('a needs b needs a')
  })
})

describe('publishing', () => {
  const packed = ['core', 'app'].map((name): Packed => ({
    name,
    version: '1.2.3',
    tarball: `/${name}.tgz`,
    size: 1,
    unpackedSize: 1,
  }))
  const fails = (stderr: string): Finished => ({ code: 1, stdout: '', stderr })
  const prints = (stdout: string): Finished => ({ code: 0, stdout, stderr: '' })

  function registry(answers: (args: readonly string[]) => Finished | undefined): {
    npm: (args: readonly string[]) => Finished
    published: string[]
  } {
    const published: string[] = []
    const npm = (args: readonly string[]): Finished => {
      const answer = answers(args)
      if (answer !== undefined) return answer
      if (args[0] === 'view') return fails('npm error code E404')
      published.push(args.join(' '))
      return prints('')
    }
    return { npm, published }
  }

  test('goes one by one, in the order', () => {
    const { npm, published } = registry(() => undefined)
    expect(publishAll(packed, { npm, provenance: false })).toEqual(['core', 'app'])
    expect(published).toEqual(['publish /core.tgz --access public', 'publish /app.tgz --access public'])
  })

  test('leaves alone what is there already', () => {
    const { npm, published } = registry(([verb, spec]) =>
      verb === 'view' && spec === 'core@1.2.3' ? prints('"1.2.3"') : undefined,
    )
    expect(publishAll(packed, { npm, provenance: true })).toEqual(['app'])
    expect(published).toEqual(['publish /app.tgz --access public --provenance'])
  })

  test('ends at the first failure', () => {
    const { npm, published } = registry(([verb]) => (verb === 'publish' ? fails('EOTP') : undefined))
    expect(() => publishAll(packed, { npm, provenance: false })).toThrow('core could not be published')
    expect(published).toEqual([])
  })

  test('does not take a registry out of reach for an empty one', () => {
    const { npm, published } = registry(() => fails('npm error code ECONNREFUSED'))
    expect(() => publishAll(packed, { npm, provenance: false })).toThrow('could not be asked for core@1.2.3')
    expect(published).toEqual([])
  })

  test('proves the origin where the CI gives an identity', () => {
    expect(hasProvenance({ ACTIONS_ID_TOKEN_REQUEST_URL: 'https://ci.example' })).toBe(true)
    expect(hasProvenance({ SIGSTORE_ID_TOKEN: 'token' })).toBe(true)
    expect(hasProvenance({})).toBe(false)
  })
})
