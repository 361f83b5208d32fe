import type { ToolDefinition } from '@millrace/tools'
import { firstSentence } from '../discovery/first-sentence.ts'
import { compactType } from './compact/compact-type.ts'
import { pythonWords, typescriptWords } from './compact/compact-words.ts'
import type { SdkLanguage } from './language.ts'
import { plainLine } from './plain-line.ts'
import { toolsClass } from './python/declarations.ts'
import { pythonAccess } from './python/identifiers.ts'
import { lonePiece } from './python/tool-piece.ts'
import { accessText } from './typescript/scalar-text.ts'
import { commentText, typeText } from './typescript/type-text.ts'

/** What is rendered of a tool. */
type Declared = Pick<ToolDefinition, 'name' | 'description' | 'parameters' | 'output'>

/** How one tool is declared. */
export interface DeclarationOptions {
  /** On one line: its arguments, the outermost properties of what it returns, and the first sentence of its description. */
  readonly compact?: boolean
}

/** How a program calls one tool, and what it gets. Never throws, whatever the schemas are. */
export function declarationOf(
  definition: Declared,
  language: SdkLanguage,
  { compact = false }: DeclarationOptions = {},
): string {
  if (compact) return compactly(definition, language)
  return language === 'python' ? pythonDeclaration(definition) : typescriptDeclaration(definition)
}

function compactly({ name, description, parameters, output }: Declared, language: SdkLanguage): string {
  const python = language === 'python'
  const words = python ? pythonWords : typescriptWords
  const args = compactType(parameters, words, 2)
  const value = compactType(output.schema, words, 1)
  const sentence = plainLine(firstSentence(description))
  const access = python ? pythonAccess(name) : accessText(name)
  const signature = python
    ? `await ${access}(${args}) -> ${value}`
    : `${access}(args: ${args}): Promise<${value}>`
  return sentence === undefined ? signature : `${signature} ${python ? '#' : '//'} ${sentence}`
}

function typescriptDeclaration({ name, description, parameters, output }: Declared): string {
  const signature = `${accessText(name)}(args: ${typeText(parameters)}): Promise<${typeText(output.schema)}>`
  return `${commentText(description, '')}${signature}`
}

function pythonDeclaration(definition: Declared): string {
  const piece = lonePiece(definition)
  return [...piece.classes, toolsClass([piece])].join('\n').trimEnd()
}
