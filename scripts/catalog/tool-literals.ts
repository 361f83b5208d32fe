import ts from 'typescript-6'
import { isOurs, pathOf, type Sources } from './program.ts'
import { targetOf } from './public-exports.ts'

/** The object in the sources that defines a tool. */
export interface ToolLiteral {
  readonly name: string
  readonly node: ts.ObjectLiteralExpression
}

/** Packages whose tools are those of others, or of tests. */
const foreign = /^packages\/(?:testkit|mcp|adapters)\//

/** Every object in the sources that has a name, an output and a body, and a name that is known. */
export function toolLiterals(sources: Sources): ToolLiteral[] {
  const found: ToolLiteral[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node)) {
      const name = ['output', 'execute'].every((key) => memberOf(node, key))
        ? nameIn(sources, node)
        : undefined
      if (name !== undefined) found.push({ name, node })
    }
    ts.forEachChild(node, visit)
  }
  for (const file of sources.files) {
    if (!foreign.test(pathOf(sources.root, file)) && file.text.includes('execute')) visit(file)
  }
  return found
}

/** A member of an object by its key. */
export function memberOf(
  node: ts.ObjectLiteralExpression,
  key: string,
): ts.ObjectLiteralElementLike | undefined {
  return node.properties.find(({ name }) => name !== undefined && ts.isIdentifier(name) && name.text === key)
}

function nameIn({ checker }: Sources, node: ts.ObjectLiteralExpression): string | undefined {
  const member = memberOf(node, 'name')
  if (member === undefined) return undefined
  if (ts.isPropertyAssignment(member)) {
    const { initializer } = member
    if (ts.isStringLiteral(initializer)) return initializer.text
    const type = checker.getTypeAtLocation(initializer)
    return type.isStringLiteral() ? type.value : undefined
  }
  const symbol = checker.getShorthandAssignmentValueSymbol(member)
  const type = symbol && checker.getTypeOfSymbol(symbol)
  return type?.isStringLiteral() === true ? type.value : undefined
}

/** The kinds of card that a member of a tool draws, itself or by what it calls; sorted. */
export function cardsOf(
  sources: Sources,
  literal: ToolLiteral,
  key: 'presentCall' | 'presentResult',
): string[] {
  const member = memberOf(literal.node, key)
  const cards = new Set<string>()
  const seen = new Set<ts.Node>()
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && isNamed(node.name, 'card') && ts.isStringLiteral(node.initializer)) {
      cards.add(node.initializer.text)
    }
    if (ts.isIdentifier(node)) follow(bodyOf(sources, node))
    ts.forEachChild(node, visit)
  }
  const follow = (body: ts.Node | undefined): void => {
    if (body === undefined || seen.has(body)) return
    seen.add(body)
    visit(body)
  }
  follow(member)
  return [...cards].toSorted()
}

function isNamed(name: ts.PropertyName, text: string): boolean {
  return ts.isIdentifier(name) && name.text === text
}

/** What a name stands for, where that is a value of these sources. */
function bodyOf({ root, checker }: Sources, name: ts.Identifier): ts.Node | undefined {
  const isShort = ts.isShorthandPropertyAssignment(name.parent)
  const symbol = isShort
    ? checker.getShorthandAssignmentValueSymbol(name.parent)
    : checker.getSymbolAtLocation(name)
  if (symbol === undefined) return undefined
  const { valueDeclaration } = targetOf(checker, symbol)
  if (valueDeclaration === undefined || !isOurs(root, valueDeclaration.getSourceFile())) return undefined
  const isCode =
    ts.isFunctionDeclaration(valueDeclaration) ||
    ts.isVariableDeclaration(valueDeclaration) ||
    ts.isMethodDeclaration(valueDeclaration) ||
    ts.isPropertyAssignment(valueDeclaration)
  return isCode ? valueDeclaration : undefined
}

/** Whether calls may overlap with their siblings; `undefined` where the arguments tell. */
export function overlaps({ node }: ToolLiteral): boolean | undefined {
  const member = memberOf(node, 'isConcurrencySafe')
  if (member === undefined) return false
  if (!ts.isPropertyAssignment(member) || !ts.isArrowFunction(member.initializer)) return undefined
  const { kind } = member.initializer.body
  if (kind === ts.SyntaxKind.TrueKeyword) return true
  return kind === ts.SyntaxKind.FalseKeyword ? false : undefined
}
