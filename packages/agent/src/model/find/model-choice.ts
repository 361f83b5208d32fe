import { shown } from '@millrace/protocol'
import { nearest } from '@millrace/schema'
import { ModelError } from '../../contract/model-error.ts'
import { hostOf } from '../failure/facts.ts'
import { knownProviders, type KnownProvider } from './known-providers.ts'

/** Variables of the environment, as `process.env` has them. */
export type Environment = Readonly<Record<string, string | undefined>>

/** A model that could be used. */
export interface ModelChoice {
  readonly provider: string
  readonly id: string
  /** Why, for people: which variables say so. Never their values. */
  readonly because: string
  /** Host and port that requests go to. */
  readonly host: string
}

/** A provider that the environment gives access to. */
export interface Access {
  readonly known: KnownProvider
  readonly key?: string
  readonly address: string
  /** Whether it is another server with OpenAI's interface, whose models are not known. */
  readonly isForeign: boolean
}

/** Which providers can be used. @throws ModelError `MODEL_UNKNOWN` for a base URL that is none. */
export function accesses(env: Environment): Access[] {
  return knownProviders.flatMap((known) => {
    const key = valueOf(env, known.key)
    const url = valueOf(env, known.baseUrl)
    // Local servers need no key; whoever set only an address of OpenAI's kind means one of them.
    if (key === undefined && (url === undefined || known.name !== 'openai')) return []
    const address = url === undefined ? known.address : addressOf(known, checkedUrl(known.baseUrl, url))
    const isForeign = known.name === 'openai' && !isWithin(hostOf(address), hostOf(known.address))
    return [{ known, address, isForeign, ...(key !== undefined && { key }) }]
  })
}

const isWithin = (host: string | undefined, own: string | undefined): boolean =>
  host === own || host?.endsWith(`.${own}`) === true

/** Anthropic's own clients want the address without its version, which its package adds for nobody else. */
function addressOf({ name }: KnownProvider, url: string): string {
  return name === 'anthropic' && !/\/v\d+$/.test(url) ? `${url}/v1` : url
}

function valueOf(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim()
  return value === undefined || value === '' ? undefined : value
}

function checkedUrl(name: string, value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined
  const isWeb = url?.protocol === 'http:' || url?.protocol === 'https:'
  if (url === undefined || !isWeb || url.username !== '' || url.password !== '') {
    const expected = 'an http or https address without a user, such as http://127.0.0.1:11434/v1'
    throw new ModelError('MODEL_UNKNOWN', `${name} is no base URL; set it to ${expected}`)
  }
  // Parameters would end up in the middle of the address of a request.
  if (url.search !== '' || url.hash !== '') {
    throw new ModelError(
      'MODEL_UNKNOWN',
      `${name} has parameters, which a base URL cannot have; leave them out`,
    )
  }
  return value.replace(/\/+$/, '')
}

/** The access and the name of the model to use, and why. @throws ModelError that says what to set. */
export function chosen(env: Environment, model?: string): { access: Access; id: string; because: string } {
  const named = model ?? valueOf(env, 'MILLRACE_MODEL')
  const by = model === undefined ? 'MILLRACE_MODEL' : 'the model that was asked for'
  const all = accesses(env)
  if (named !== undefined) return namedChoice(named.trim(), by, all)
  const [first] = all
  if (first === undefined) throw new ModelError('MODEL_UNKNOWN', `no model: ${nothingSet}`)
  return { access: first, id: usualOf(first), because: `${reasonFor(first)} is set` }
}

const nothingSet = `set ${knownProviders.map(({ key }) => key).join(', ')} or, for a local server, OPENAI_BASE_URL and MILLRACE_MODEL`

/** The model of an access that nobody chose one for. */
function usualOf({ known, isForeign, address }: Access): string {
  if (!isForeign) return known.usual
  const where = shown(hostOf(address) ?? known.name)
  throw new ModelError(
    'MODEL_UNKNOWN',
    `no model: ${where} may have any; set MILLRACE_MODEL to the name of one of them`,
  )
}

export const reasonFor = ({ known, key }: Access): string => (key === undefined ? known.baseUrl : known.key)

function namedChoice(
  name: string,
  by: string,
  all: readonly Access[],
): { access: Access; id: string; because: string } {
  if (name === '')
    throw new ModelError(
      'MODEL_UNKNOWN',
      `${by} is empty; give provider/model, such as openai/${knownProviders[0]?.usual}`,
    )
  const slash = name.indexOf('/')
  const prefix = slash > 0 ? name.slice(0, slash).toLowerCase() : undefined
  const byPrefix = knownProviders.find((known) => known.name === prefix)
  const foreign = all.find(({ isForeign }) => isForeign)
  if (byPrefix !== undefined) {
    const access = all.find(({ known }) => known === byPrefix)
    const id = name.slice(slash + 1)
    if (access !== undefined && id !== '') return { access, id, because: by }
    // Brokers name models like `anthropic/claude-…`.
    if (foreign === undefined || id === '') throw withoutKey(name, byPrefix, id)
  } else if (prefix !== undefined && foreign === undefined) throw unknownProvider(name, prefix)
  const access = foreign ?? ownerOf(name, all)
  return { access, id: name, because: `${by}, and ${reasonFor(access)} is set` }
}

/** Whose model a name without a provider is. */
function ownerOf(name: string, all: readonly Access[]): Access {
  const owner = knownProviders.find(({ names }) => names.test(name))
  const access = owner === undefined ? all[0] : all.find(({ known }) => known === owner)
  if (access !== undefined) return access
  if (owner !== undefined) throw withoutKey(name, owner, name)
  throw new ModelError('MODEL_UNKNOWN', `nobody to ask for model ${shown(name)}: ${nothingSet}`)
}

function withoutKey(name: string, known: KnownProvider, id: string): ModelError {
  if (id === '') {
    return new ModelError(
      'MODEL_UNKNOWN',
      `model ${shown(name)} names no model; give ${known.name}/${known.usual} or another one`,
    )
  }
  return new ModelError('MODEL_AUTH', `model ${shown(name)} needs a key of ${known.name}; set ${known.key}`)
}

function unknownProvider(name: string, prefix: string): ModelError {
  const names = knownProviders.map((known) => known.name)
  const near = nearest(prefix, names)
  const hint = near.length > 0 ? `did you mean ${near.join(' or ')}?` : `known are ${names.join(', ')};`
  const mend = 'for another server with an OpenAI-compatible interface set OPENAI_BASE_URL'
  return new ModelError(
    'MODEL_UNKNOWN',
    `model ${shown(name)} names the unknown provider ${shown(prefix)}: ${hint} ${mend}`,
  )
}
