import ts from 'typescript-6'
import { calledName } from './call-sites.ts'
import { docCommentOf } from './doc-comment.ts'
import type { Sources } from './program.ts'

/** An event that session logs may hold. */
export interface LoggedEvent {
  readonly name: string
  readonly meaning: string
  readonly declaration: ts.Declaration
  /** Where it is appended to a log. */
  readonly writers: readonly ts.Node[]
  /** Where something is done by its type. */
  readonly readers: readonly ts.Node[]
}

const declaredIn = 'packages/protocol/src/session-event.ts'

/** What the functions are called that append to a log. */
const appending = new Set(['append', 'tryAppend', 'log', 'write'])

/** Every event of `SessionEventMap`, and where the sources append and read it. */
export function sessionEvents(sources: Sources): LoggedEvent[] {
  const { checker } = sources
  const events = eventsIn(sources)
  const writers = new Map(events.map(({ name }): [string, ts.Node[]] => [name, []]))
  const readers = new Map(events.map(({ name }): [string, ts.Node[]] => [name, []]))
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node)) return
    if (ts.isStringLiteralLike(node) && writers.has(node.text)) {
      if (isAppended(node)) writers.get(node.text)?.push(node)
      else if (isRead(node)) readers.get(node.text)?.push(node)
    }
    ts.forEachChild(node, visit)
  }
  for (const file of sources.files) if (!file.fileName.endsWith(declaredIn)) visit(file)
  return events.map((symbol) => ({
    name: symbol.name,
    meaning: docCommentOf(checker, symbol).text,
    declaration: symbol.valueDeclaration ?? failed(symbol.name),
    writers: writers.get(symbol.name) ?? [],
    readers: readers.get(symbol.name) ?? [],
  }))
}

function eventsIn(sources: Sources): ts.Symbol[] {
  const declared = sources
    .file(declaredIn)
    ?.statements.filter(ts.isInterfaceDeclaration)
    .find(({ name }) => name.text === 'SessionEventMap')
  return declared === undefined
    ? failed('SessionEventMap')
    : sources.checker.getTypeAtLocation(declared).getProperties()
}

function isAppended(literal: ts.StringLiteralLike): boolean {
  const { parent } = literal
  return (
    ts.isCallExpression(parent) &&
    parent.arguments.includes(literal) &&
    appending.has(calledName(parent) ?? '')
  )
}

/** Compared with, or the key of what is done. */
function isRead(literal: ts.StringLiteralLike): boolean {
  const { parent } = literal
  if (ts.isBinaryExpression(parent) || ts.isCaseClause(parent)) return true
  if (ts.isPropertyAssignment(parent) || ts.isMethodDeclaration(parent)) return parent.name === literal
  return ts.isArrayLiteralExpression(parent) || (ts.isCallExpression(parent) && calledName(parent) === 'get')
}

function failed(name: string): never {
  throw new Error(`${declaredIn}: there is no declaration of ${name}`)
}
