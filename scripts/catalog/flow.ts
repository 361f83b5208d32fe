import ts from 'typescript-6'
import { callSitesOf, type CallSites } from './call-sites.ts'
import type { Sources } from './program.ts'

/** What the parameters around an expression were given. */
export type Bindings = ReadonlyMap<ts.Symbol, Bound>

interface Bound {
  readonly expression: ts.Expression
  /** What holds where the expression stands; the bindings that it is found in where there are none. */
  readonly bindings?: Bindings
}

/** What an expression can be: strings, a parameter of a function that has to be called for it, or nothing known. */
export type Reading =
  | { readonly kind: 'strings'; readonly strings: readonly string[] }
  | { readonly kind: 'parameter'; readonly of: ts.SignatureDeclaration }
  | { readonly kind: 'unknown' }

const unknown: Reading = { kind: 'unknown' }

/** Follows expressions backwards to the strings that they are made of. */
export class Flow {
  readonly calls: CallSites
  private readonly checker: ts.TypeChecker
  private readonly events: number

  /** @param events - how many names there are: a type of so many says nothing. */
  constructor(sources: Sources, events: number) {
    this.calls = callSitesOf(sources)
    this.checker = sources.checker
    this.events = events
  }

  /** Reads a string, such as the name of an event. */
  string(expression: ts.Expression, bindings: Bindings): Reading {
    const read = (next: ts.Expression, inner: Bindings): Reading => this.string(next, inner)
    const found = this.through(expression, bindings, read)
    if (found !== undefined) return found
    // What is written counts before what it is claimed to be.
    const written = this.byType(bare(expression))
    return written.kind === 'unknown' ? this.byType(expression) : written
  }

  /** Reads the name of the event whose listeners an expression holds. */
  heard(expression: ts.Expression, bindings: Bindings): Reading {
    const read = (next: ts.Expression, inner: Bindings): Reading => this.heard(next, inner)
    const plain = bare(expression)
    if (!ts.isCallExpression(plain)) return this.through(plain, bindings, read) ?? unknown
    const called = this.calls.calledBy(plain)
    const [name] = plain.arguments
    if (isOfScope(called, 'hearing') && name !== undefined) return this.string(name, bindings)
    const body = called?.declarations?.find((one) => ts.isFunctionLike(one))
    if (body === undefined) return unknown
    const inner = this.bound(body, plain, bindings)
    return joined(returnsOf(body).map((returned) => this.heard(returned, inner)))
  }

  /** The parameters of a function as one call of it gives them. */
  bound(called: ts.SignatureDeclaration, call: ts.CallExpression, bindings?: Bindings): Bindings {
    return new Map(
      called.parameters
        .filter(({ name }) => name.getText() !== 'this')
        .flatMap(({ name }, at) => {
          const symbol = this.checker.getSymbolAtLocation(name)
          const expression = call.arguments[at]
          if (symbol === undefined || expression === undefined) return []
          return [[symbol, bindings === undefined ? { expression } : { expression, bindings }] as const]
        }),
    )
  }

  private through(
    expression: ts.Expression,
    bindings: Bindings,
    read: (next: ts.Expression, inner: Bindings) => Reading,
  ): Reading | undefined {
    const plain = bare(expression)
    if (ts.isConditionalExpression(plain)) {
      return joined([read(plain.whenTrue, bindings), read(plain.whenFalse, bindings)])
    }
    if (!ts.isIdentifier(plain)) return undefined
    const symbol = this.checker.getSymbolAtLocation(plain)
    const bound = symbol && bindings.get(symbol)
    if (bound !== undefined) return read(bound.expression, bound.bindings ?? bindings)
    const declaration = symbol?.valueDeclaration
    if (declaration === undefined) return undefined
    if (ts.isVariableDeclaration(declaration) && declaration.initializer !== undefined) {
      return read(declaration.initializer, bindings)
    }
    if (!ts.isParameter(declaration) || !ts.isFunctionLike(declaration.parent)) return undefined
    const callers = this.calls.of(declaration.parent) ?? []
    return callers.length === 0 ? undefined : { kind: 'parameter', of: declaration.parent }
  }

  /** Where the text does not say, a type of few strings does. */
  private byType(expression: ts.Expression): Reading {
    const type = this.checker.getTypeAtLocation(expression)
    const real = this.checker.getBaseConstraintOfType(type) ?? type
    const parts = real.isUnion() ? real.types : [real]
    const strings = parts.flatMap((part) => (part.isStringLiteral() ? [part.value] : []))
    return strings.length === parts.length && strings.length < this.events
      ? { kind: 'strings', strings }
      : unknown
  }
}

/** Whether a symbol is one of the package that listeners are called through. */
export function isOfScope(symbol: ts.Symbol | undefined, name: string): boolean {
  const [declaration] = symbol?.declarations ?? []
  return symbol?.name === name && declaration !== undefined && standsInScope(declaration)
}

/** Whether a node is a part of that package itself. */
export function standsInScope(node: ts.Node): boolean {
  return /\/scope\/(?:src|lib)\/[^/]+\.ts$/.test(node.getSourceFile().fileName)
}

function bare(expression: ts.Expression): ts.Expression {
  return ts.isParenthesizedExpression(expression) ||
    ts.isAsExpression(expression) ||
    ts.isSatisfiesExpression(expression) ||
    ts.isNonNullExpression(expression)
    ? bare(expression.expression)
    : expression
}

function returnsOf(body: ts.SignatureDeclaration): ts.Expression[] {
  if (!('body' in body) || body.body === undefined) return []
  const block = body.body as ts.ConciseBody
  if (!ts.isBlock(block)) return [block]
  const found: ts.Expression[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) return
    if (ts.isReturnStatement(node) && node.expression !== undefined) found.push(node.expression)
    ts.forEachChild(node, visit)
  }
  visit(block)
  return found
}

function joined(readings: readonly Reading[]): Reading {
  const other = readings.find(({ kind }) => kind !== 'strings')
  if (other !== undefined || readings.length === 0) return other ?? unknown
  return {
    kind: 'strings',
    strings: [...new Set(readings.flatMap((one) => (one.kind === 'strings' ? one.strings : [])))],
  }
}
