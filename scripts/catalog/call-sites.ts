import ts from 'typescript-6'
import { targetOf } from './public-exports.ts'
import type { Sources } from './program.ts'

const known = new WeakMap<Sources, CallSites>()

/** All calls in the sources. */
export function callSitesOf(sources: Sources): CallSites {
  const before = known.get(sources)
  if (before !== undefined) return before
  const found = new CallSites(sources)
  known.set(sources, found)
  return found
}

/** Every call in the sources, found by the last word of what is called. */
export class CallSites {
  private readonly byName = new Map<string, ts.CallExpression[]>()
  private readonly checker: ts.TypeChecker

  constructor({ checker, files }: Sources) {
    this.checker = checker
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node)) this.add(node)
      ts.forEachChild(node, visit)
    }
    for (const file of files) visit(file)
  }

  /** The calls of something with this name, whatever it belongs to. */
  named(name: string): readonly ts.CallExpression[] {
    return this.byName.get(name) ?? []
  }

  /** The calls of one function by its name; `undefined` where it has none, so that nobody can say who calls it. */
  of(called: ts.SignatureDeclaration): readonly ts.CallExpression[] | undefined {
    const name = nameOf(called)
    const declaration = name?.parent
    // Not by the symbol: a member has another one for each type that its class is given.
    return (
      name &&
      this.named(name.getText()).filter((call) => this.calledBy(call)?.valueDeclaration === declaration)
    )
  }

  /** What a call calls, imports followed. */
  calledBy(call: ts.CallExpression): ts.Symbol | undefined {
    const word = lastWord(call.expression)
    const symbol = word && this.checker.getSymbolAtLocation(word)
    return symbol && targetOf(this.checker, symbol)
  }

  private add(call: ts.CallExpression): void {
    const name = calledName(call)
    if (name === undefined) return
    const before = this.byName.get(name)
    if (before === undefined) this.byName.set(name, [call])
    else before.push(call)
  }
}

/** The last word of what a call calls. */
export function calledName({ expression }: ts.CallExpression): string | undefined {
  return lastWord(expression)?.text
}

function lastWord(called: ts.Expression): ts.MemberName | undefined {
  if (ts.isIdentifier(called)) return called
  return ts.isPropertyAccessExpression(called) ? called.name : undefined
}

/** A function without a name of its own has that of what it is assigned to. */
function nameOf(called: ts.SignatureDeclaration): ts.Node | undefined {
  if (called.name !== undefined) return called.name
  const { parent } = called
  return ts.isVariableDeclaration(parent) ||
    ts.isPropertyAssignment(parent) ||
    ts.isPropertyDeclaration(parent)
    ? parent.name
    : undefined
}
