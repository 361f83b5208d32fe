import type { ToolDefinition } from '@millrace/tools'
import { ClassNames } from './class-names.ts'
import { lonePiece, toolPiece, type ToolPiece } from './tool-piece.ts'

const typing = ['Any', 'Literal', 'NotRequired', 'Protocol', 'TypedDict'] as const

const failure = 'class ToolCallError(Exception):\n    toolName: str\n    code: str\n'

/**
 * What a program's tools are, in Python.
 * @param definitions - sorted by name.
 */
export function pythonDeclarations(definitions: readonly ToolDefinition[]): string {
  const pieces = piecesOf(definitions)
  const symbols = new Set<string>(['Protocol', ...pieces.flatMap((piece) => piece.symbols)])
  const imports = `from typing import ${typing.filter((symbol) => symbols.has(symbol)).join(', ')}\n`
  const classes = pieces.flatMap((piece) => piece.classes)
  return `${[imports, failure, ...classes, toolsClass(pieces)].join('\n')}\ntools: Tools\n`
}

/** The class of all tools that the pieces are members of. */
export function toolsClass(pieces: readonly ToolPiece[]): string {
  const empty = pieces.some((piece) => piece.isMethod) ? '' : '    pass\n'
  return `class Tools(Protocol):\n${empty}${pieces.map((piece) => piece.member).join('')}`
}

function piecesOf(definitions: readonly ToolDefinition[]): readonly ToolPiece[] {
  const names = new ClassNames()
  return definitions.map((definition) => {
    const piece = lonePiece(definition)
    // As long as no class of another tool is named alike, the names are those that the tool has for itself.
    return names.takeAll(piece.classNames) ? piece : toolPiece(definition, names)
  })
}
