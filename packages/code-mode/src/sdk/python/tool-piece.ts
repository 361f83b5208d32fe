import type { ToolDefinition } from '@millrace/tools'
import { plainLine } from '../plain-line.ts'
import { ClassNames, rootName } from './class-names.ts'
import { isMethodName } from './identifiers.ts'
import { pythonType, type TypingSymbol } from './type-writer.ts'

/** What is declared for one tool. */
export interface ToolPiece {
  readonly classes: readonly string[]
  readonly classNames: readonly string[]
  readonly symbols: readonly TypingSymbol[]
  /** Lines of the class of all tools: a method, or a comment where the name is none for a method. */
  readonly member: string
  readonly isMethod: boolean
}

type Declared = Pick<ToolDefinition, 'name' | 'description' | 'parameters' | 'output'>

/** What is declared for a tool. Never throws. */
export function toolPiece(definition: Declared, names: ClassNames): ToolPiece {
  const { name, description, parameters, output } = definition
  const args = pythonType(parameters, rootName(name, 'Args'), names)
  const value = pythonType(output.schema, rootName(name, 'Output'), names)
  const isMethod = isMethodName(name)
  const line = plainLine(description)
  return {
    classes: [...args.classes, ...value.classes],
    classNames: [...args.classNames, ...value.classNames],
    symbols: [...new Set([...args.symbols, ...value.symbols])],
    member: isMethod ? method(name, args.text, value.text, line) : remark(name, args.text, value.text, line),
    isMethod,
  }
}

const pieces = new WeakMap<object, ToolPiece>()

/** As {@link toolPiece} for the only tool that there is; written once for each definition. */
export function lonePiece(definition: Declared): ToolPiece {
  let piece = pieces.get(definition)
  if (piece === undefined) pieces.set(definition, (piece = toolPiece(definition, new ClassNames())))
  return piece
}

function method(name: string, args: string, value: string, line: string | undefined): string {
  const signature = `    async def ${name}(self, args: ${args}) -> ${value}:`
  if (line === undefined) return `${signature} ...\n`
  // Type checkers take a body of a docstring alone for one that returns nothing.
  return `${signature}\n        """${line.replaceAll(/[\\"]/g, '\\$&')}"""\n        ...\n`
}

function remark(name: string, args: string, value: string, line: string | undefined): string {
  const signature = `    # tools[${JSON.stringify(name)}](args: ${args}) -> ${value}\n`
  return line === undefined ? signature : `${signature}    #   ${line}\n`
}
