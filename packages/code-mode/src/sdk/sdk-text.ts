import type { ToolDefinition } from '@millrace/tools'
import { byCodeUnit } from '../discovery/namespaces.ts'
import { requireSdkLanguage, type SdkLanguage } from './language.ts'
import { pythonDeclarations } from './python/declarations.ts'
import { pythonInstructions } from './python/instructions.ts'
import { typescriptDeclarations } from './typescript/declarations.ts'
import { typescriptInstructions } from './typescript/instructions.ts'

type Texts = Partial<Record<SdkLanguage, string>>

const known = new WeakMap<readonly ToolDefinition[], Texts>()

/**
 * What a model is told of the tools that its programs can call: how to write programs, and the types of all arguments and
 * results. The same tools give the same bytes, in whatever order they come. A frozen array is rendered once for each
 * language, and each definition once, whatever arrays it is in. No schema makes it throw.
 * @throws HarnessError (`UNKNOWN_RUNTIME_LANGUAGE`) for a language that it cannot be written in.
 */
export function sdkText(definitions: readonly ToolDefinition[], language: string): string {
  const written = requireSdkLanguage(language)
  const texts: Texts = known.get(definitions) ?? {}
  const text = (texts[written] ??= render(definitions, written))
  if (Object.isFrozen(definitions)) known.set(definitions, texts)
  return text
}

/** The TypeScript in it alone: the types of all arguments and results, for an editor of programs. */
export function sdkDeclarations(definitions: readonly ToolDefinition[]): string {
  return typescriptDeclarations(inOrder(definitions))
}

function inOrder(definitions: readonly ToolDefinition[]): readonly ToolDefinition[] {
  return definitions.toSorted((one, other) => byCodeUnit(one.name, other.name))
}

function render(definitions: readonly ToolDefinition[], language: SdkLanguage): string {
  const sorted = inOrder(definitions)
  return language === 'python'
    ? `${pythonInstructions}\n\`\`\`python\n${pythonDeclarations(sorted)}\`\`\`\n`
    : `${typescriptInstructions}\n\`\`\`ts\n${typescriptDeclarations(sorted)}\`\`\`\n`
}
