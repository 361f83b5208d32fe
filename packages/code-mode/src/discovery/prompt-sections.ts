import type { ScopeKey } from '@millrace/scope'
import {
  toolDefinitions,
  type ToolPresentationMode,
  type ToolRuntime,
  type TransportSection,
} from '@millrace/tools'
import type { CodeRuntime } from '../contract/runtime.ts'
import { requireRuntime } from '../runtime-service.ts'
import { requireSdkLanguage, type SdkLanguage } from '../sdk/language.ts'
import { codeOnlyRule } from '../sdk/run-code-wording.ts'
import { sdkText } from '../sdk/sdk-text.ts'
import { catalogueOf } from './catalogue.ts'
import { digestOf } from './digest.ts'
import { briefInstructions } from './instructions.ts'
import { estimatedTokens } from './token-estimate.ts'
import type { ToolCatalogue } from './tool-catalogue.ts'

/** How much prompts say of the tools of programs. Tokens are estimated, never too low. */
export interface SdkOptions {
  /** All tools are declared in full as long as that takes no more tokens. 12,000 unless given. */
  readonly fullTokens?: number
  /** Where it takes more, tokens of what is said in its place, instructions and all. 1,000 unless given. */
  readonly digestTokens?: number
  /** Tools whose signatures are said in any case, as far as they fit. The same within a conversation, so that its prompt is. */
  readonly pinned?: readonly string[]
}

const usualFullTokens = 12_000
const usualDigestTokens = 1_000

type Texts = Map<string, string>

/** Texts by what they are of; options are told apart by identity. */
const texts = new WeakMap<ToolCatalogue, WeakMap<SdkOptions, Texts>>()
const noOptions: SdkOptions = {}

/**
 * What prompts of a scope say of programs: the rule of mode `code`, and the tools. The same state gives the same bytes.
 * @throws CodeModeError (`CODE_RUNTIME_MISSING`) without a runtime; HarnessError (`UNKNOWN_RUNTIME_LANGUAGE`) for a runtime
 * whose language nothing is rendered for.
 */
export function promptSections(
  tools: ToolRuntime,
  scope: ScopeKey | undefined,
  mode: ToolPresentationMode,
  runtime: Pick<CodeRuntime, 'language'> | undefined,
  options: SdkOptions = noOptions,
): readonly TransportSection[] {
  if (mode === 'native') return []
  const language = requireSdkLanguage(requireRuntime(runtime, `mode "${mode}"`).language)
  const catalogue = catalogueOf(toolDefinitions(tools, scope))
  return [
    { name: 'tools:code-only', order: 99, text: mode === 'code' ? codeOnlyRule(language) : '' },
    { name: 'tools:sdk', order: 150, text: textOf(catalogue, language, options) },
  ]
}

function textOf(catalogue: ToolCatalogue, language: SdkLanguage, options: SdkOptions): string {
  const ofCatalogue = texts.get(catalogue) ?? new WeakMap<SdkOptions, Texts>()
  texts.set(catalogue, ofCatalogue)
  const ofOptions: Texts = ofCatalogue.get(options) ?? new Map<string, string>()
  ofCatalogue.set(options, ofOptions)
  const known = ofOptions.get(language)
  if (known !== undefined) return known
  const text = fullText(catalogue, language, options) ?? briefText(catalogue, language, options)
  ofOptions.set(language, text)
  return text
}

function fullText(
  { definitions }: ToolCatalogue,
  language: SdkLanguage,
  { fullTokens = usualFullTokens }: SdkOptions,
): string | undefined {
  // A declaration repeats at least these, so that thousands of tools are not rendered only to be measured.
  const least = definitions.reduce((sum, { name, description }) => sum + name.length + description.length, 0)
  if (least / 3 > fullTokens) return undefined
  const text = sdkText(definitions, language)
  return estimatedTokens(text) <= fullTokens ? text : undefined
}

function briefText(
  catalogue: ToolCatalogue,
  language: SdkLanguage,
  { digestTokens = usualDigestTokens, pinned = [] }: SdkOptions,
): string {
  // Programs will search, so it is made before they do.
  catalogue.prepare()
  const instructions = briefInstructions(language, catalogue.definitions.length)
  const tokens = Math.max(0, digestTokens - estimatedTokens(`${instructions}\n\n`))
  return `${instructions}\n\n${digestOf(catalogue, { tokens, pinned, language })}`
}
