import type * as Draft from '@hyperjump/json-schema/draft-2020-12'
import type * as Experimental from '@hyperjump/json-schema/experimental'
import type { JsonValue } from '../json/value.ts'

type Library = typeof Draft & typeof Experimental

/** Older drafts, each loaded when a schema first names it. */
const drafts: readonly (readonly [RegExp, () => Promise<unknown>])[] = [
  [/draft\/2019-09/, () => import('@hyperjump/json-schema/draft-2019-09')],
  [/draft-07/, () => import('@hyperjump/json-schema/draft-07')],
  [/draft-06/, () => import('@hyperjump/json-schema/draft-06')],
  [/draft-04/, () => import('@hyperjump/json-schema/draft-04')],
]

let library: Promise<Library> | undefined

/** The validator, with the draft that a schema names; without any way to fetch something. */
export async function loadFor(schema: JsonValue): Promise<Library> {
  library ??= loadOffline()
  const loaded = await library
  const named = dialectOf(schema)
  for (const [pattern, load] of drafts) if (pattern.test(named)) await load()
  return loaded
}

async function loadOffline(): Promise<Library> {
  const [draft, experimental, browser] = await Promise.all([
    import('@hyperjump/json-schema/draft-2020-12'),
    import('@hyperjump/json-schema/experimental'),
    import('@hyperjump/browser'),
  ])
  for (const scheme of ['http', 'https', 'file']) browser.removeUriSchemePlugin(scheme)
  return { ...draft, ...experimental }
}

function dialectOf(schema: JsonValue): string {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return ''
  return typeof schema['$schema'] === 'string' ? schema['$schema'] : ''
}
