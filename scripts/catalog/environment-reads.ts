import ts from 'typescript-6'
import type { Sources } from './program.ts'

/** A place where the sources read a variable of the environment. */
export interface EnvironmentRead {
  readonly name: string
  readonly node: ts.Node
}

/**
 * The variables that the sources read by a name that is known from its type: of something that is called `env`, or by a
 * text that begins as the names of our own do.
 */
export function environmentReads({ files, checker }: Pick<Sources, 'files' | 'checker'>): EnvironmentRead[] {
  const reads: EnvironmentRead[] = []
  const visit = (node: ts.Node): void => {
    reads.push(...namesAt(node, checker).map((name) => ({ name, node })))
    ts.forEachChild(node, visit)
  }
  for (const file of files) if (/\benv\b|MILLRACE_/.test(file.text)) visit(file)
  return reads
}

function namesAt(node: ts.Node, checker: ts.TypeChecker): string[] {
  if (ts.isStringLiteralLike(node) && /^MILLRACE_[A-Z_]+$/.test(node.text)) return [node.text]
  if (ts.isElementAccessExpression(node) && isEnvironment(node.expression)) {
    return wordsOf(checker.getTypeAtLocation(node.argumentExpression))
  }
  if (ts.isPropertyAccessExpression(node) && isEnvironment(node.expression)) return upper([node.name.text])
  if (
    ts.isVariableDeclaration(node) &&
    ts.isObjectBindingPattern(node.name) &&
    isEnvironment(node.initializer)
  ) {
    return node.name.elements.flatMap((element) => boundNames(element, checker))
  }
  return []
}

/** `env`, `io.env`, `process.env`, and what programs of servers are given. */
function isEnvironment(node: ts.Node | undefined): boolean {
  if (node === undefined) return false
  const name = ts.isPropertyAccessExpression(node) ? node.name : node
  return ts.isIdentifier(name) && ['env', 'surroundings'].includes(name.text)
}

function boundNames({ propertyName, name }: ts.BindingElement, checker: ts.TypeChecker): string[] {
  const key = propertyName ?? name
  if (ts.isComputedPropertyName(key)) return wordsOf(checker.getTypeAtLocation(key.expression))
  return ts.isIdentifier(key) || ts.isStringLiteral(key) ? upper([key.text]) : []
}

function wordsOf(type: ts.Type): string[] {
  const types = type.isUnion() ? type.types : [type]
  return upper(types.flatMap((each) => (each.isStringLiteral() ? [each.value] : [])))
}

const upper = (names: readonly string[]): string[] => names.filter((name) => /^[A-Z][A-Z0-9_]*$/.test(name))
