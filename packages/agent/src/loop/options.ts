import { isAbsolute } from 'node:path'
import { messageOf, type ModelSettings } from '@millrace/protocol'
import { snapshotJsonValue } from '@millrace/schema'
import type { ToolPresentationMode, ToolRestriction } from '@millrace/tools'
import type {
  AgentHost,
  AgentLimits,
  AgentOptions,
  ForkOptions,
  LimitName,
  ResumeOptions,
  SubAgentOptions,
} from '../contract/agent.ts'
import type { AgentModel } from '../contract/model.ts'
import { AgentError } from './agent-error.ts'
import { isCostLimited, type Limited } from './limits.ts'

/** The options of an agent, checked and complete. */
export interface AgentConfig {
  readonly model: AgentModel
  readonly settings: ModelSettings
  readonly limits: AgentLimits & { readonly steps: number }
  readonly maxParallelCalls: number
  readonly maxArgumentUnits: number
  readonly toolOrder: readonly string[] | undefined
  readonly restrict: ToolRestriction | undefined
  readonly presentAs: ToolPresentationMode | undefined
}

const defaults = { steps: 100, maxParallelCalls: 10, maxArgumentUnits: 4 * 1024 * 1024 }

/** Limits that count things; the others measure. */
const counts: ReadonlySet<LimitName> = new Set<LimitName>(['steps', 'turns', 'calls', 'tokens'])
const limitNames: readonly LimitName[] = ['steps', 'turns', 'calls', 'ms', 'tokens', 'cost']

/** Those of all ways to make an agent. */
const optionNames: Readonly<
  Record<keyof AgentOptions | keyof ResumeOptions | keyof ForkOptions | keyof SubAgentOptions, true>
> = {
  model: true,
  settings: true,
  principal: true,
  cwd: true,
  limits: true,
  maxParallelCalls: true,
  maxArgumentUnits: true,
  restrict: true,
  presentAs: true,
  toolOrder: true,
  flushing: true,
  through: true,
  onlyInterrupted: true,
  callId: true,
  description: true,
}

/** @throws AgentError `AGENT_OPTIONS` where there is no store. */
export function checkedHost(host: AgentHost | undefined): AgentHost {
  if (typeof host?.store?.create === 'function') return host
  throw new AgentError(
    'AGENT_OPTIONS',
    'AgentService needs a store of sessions, such as: ctx.plugin(AgentService, { store: memorySessions() })',
  )
}

/** @throws AgentError `AGENT_OPTIONS` that names the option. */
export function checkedOptions(options: Omit<AgentOptions, 'cwd' | 'principal'>): AgentConfig {
  const { model, settings = {}, limits = {}, toolOrder, restrict, presentAs } = options
  const { maxParallelCalls = defaults.maxParallelCalls, maxArgumentUnits = defaults.maxArgumentUnits } =
    options
  checkNames(options)
  checkModel(model)
  checkLimits(limits, model)
  checkCount('maxParallelCalls', maxParallelCalls)
  checkCount('maxArgumentUnits', maxArgumentUnits)
  return {
    model,
    settings: checkedSettings(settings),
    limits: { ...limits, steps: limits.steps ?? defaults.steps },
    maxParallelCalls,
    maxArgumentUnits,
    toolOrder,
    restrict,
    presentAs,
  }
}

/** A limit or restriction under a wrong name would hold nothing back. */
function checkNames(options: object): void {
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(optionNames, name))
  if (unknown === undefined) return
  const expected = limitNames.includes(unknown as LimitName)
    ? `given as limits.${unknown}`
    : `left out, as there are only these options: ${Object.keys(optionNames).join(', ')}`
  throw wrong(unknown, expected)
}

function checkedSettings(settings: ModelSettings): ModelSettings {
  try {
    return snapshotJsonValue(settings) as ModelSettings
  } catch (error) {
    throw wrong('settings', `lossless JSON, as they are logged: ${messageOf(error)}`)
  }
}

function checkModel(model: AgentModel): void {
  const { ask, name } = (model ?? {}) as Partial<AgentModel>
  if (typeof ask === 'function' && typeof name?.provider === 'string' && typeof name.id === 'string') return
  throw wrong('model', 'an AgentModel, such as one of findModel() or languageModel()')
}

function checkLimits(limits: AgentLimits, model: AgentModel): void {
  for (const [name, value] of Object.entries(limits)) {
    if (!limitNames.includes(name as LimitName)) {
      throw wrong(`limits.${name}`, `left out, as there are only these limits: ${limitNames.join(', ')}`)
    }
    if (value === undefined) continue
    if (counts.has(name as LimitName)) checkCount(`limits.${name}`, value)
    else if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0) {
      throw wrong(`limits.${name}`, 'a positive finite number')
    }
  }
  if (limits.cost === undefined || model.price !== undefined) return
  const { provider, id } = model.name
  throw wrong('limits.cost', `left out, or be used with a model that has a price: ${provider}/${id} has none`)
}

/** What has no price would count for nothing in the budget of an agent above. @throws AgentError `AGENT_OPTIONS`. */
export function checkPriced({ price, name }: AgentModel, above: Limited): void {
  if (price !== undefined || !isCostLimited(above)) return
  throw wrong(
    'model',
    `one that has a price, as limits.cost holds for whom it works for: ${name.provider}/${name.id} has none`,
  )
}

function checkCount(option: string, value: unknown): void {
  if (Number.isSafeInteger(value) && (value as number) > 0) return
  throw wrong(option, 'a positive integer')
}

function wrong(option: string, expected: string): AgentError {
  return new AgentError('AGENT_OPTIONS', `the option ${option} of an agent must be ${expected}`)
}

/** Checks what a session is told of itself. @throws AgentError `AGENT_OPTIONS`. */
export function checkedText(option: 'callId' | 'principal' | 'description', value: unknown): string {
  if (typeof value === 'string' && value !== '') return value
  throw wrong(option, 'a text that is not empty')
}

/** @throws AgentError `AGENT_OPTIONS`. */
export function checkedFolder(value: unknown): string {
  if (typeof value === 'string' && isAbsolute(value)) return value
  throw wrong('cwd', 'the absolute path of a folder')
}
