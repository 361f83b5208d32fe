import { guardedClient } from '@millrace/host'
import { braveProvider, searxngProvider, type SearchProvider } from '@millrace/toolbox'
import type { Io } from './io.ts'
import { searchVariables } from './search-variables.ts'
import { UsageError } from './usage-error.ts'

const { searxng, brave } = searchVariables

/**
 * The search engine that the environment names; none is asked without that.
 * @throws UsageError where what it says cannot be used.
 */
export function searchEngine(env: Io['env']): SearchProvider | undefined {
  const { [searxng]: baseUrl = '', [brave]: key = '' } = env
  if (baseUrl !== '') return ofInstance(baseUrl)
  if (key === '') return undefined
  try {
    return braveProvider(guardedClient(), { key })
  } catch {
    // The reason could hold the key.
    throw new UsageError(`${brave} is no key: it has characters that no header can carry`)
  }
}

/** An instance may be private, so its place is opened: to searches alone, and not to what models fetch. */
function ofInstance(baseUrl: string): SearchProvider {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(`${searxng}: "${baseUrl}" is no http or https address`)
  }
  const place = `${url.hostname}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`
  return searxngProvider(guardedClient({ allow: [place] }), { baseUrl: url.href })
}
