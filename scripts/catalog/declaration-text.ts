import ts from 'typescript-6'

/** A declaration as its users see it: without bodies, initializers, comments of its own and hidden members. */
export function declarationText(checker: ts.TypeChecker, node: ts.Node): string {
  if (ts.isClassLike(node)) return classText(checker, node)
  if (ts.isVariableDeclaration(node)) return `const ${node.name.getText()}: ${typeText(checker, node)}`
  return memberText(checker, node)
}

/** Whether a node is the body behind overloads, which nobody calls by its own signature. */
export function isImplementation(node: ts.Node, all: readonly ts.Node[]): boolean {
  return hasBody(node) && all.some((other) => other !== node && other.kind === node.kind && !hasBody(other))
}

const hasBody = (node: ts.Node): boolean => 'body' in node && node.body !== undefined

/** Whether a member can be used from outside: not private, protected or by its name meant for nobody else. */
export function isPublic(member: ts.Declaration): boolean {
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected
  if ((ts.getCombinedModifierFlags(member) & hidden) !== 0) return false
  const name = ts.getNameOfDeclaration(member)
  return name === undefined || !/^[#_]/.test(name.getText())
}

function memberText(checker: ts.TypeChecker, node: ts.Node): string {
  if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
    return calledText(checker, node, node.body.pos)
  }
  return ts.isPropertyDeclaration(node) && (node.initializer !== undefined || node.type === undefined)
    ? propertyText(checker, node)
    : slice(node, afterModifiers(node), node.end)
}

function calledText(checker: ts.TypeChecker, node: ts.SignatureDeclaration, body: number): string {
  const signature = slice(node, afterModifiers(node), body)
  const written = ts.isMethodDeclaration(node) && node.asteriskToken ? signature.replace('*', '') : signature
  return node.type !== undefined || ts.isConstructorDeclaration(node) || ts.isSetAccessor(node)
    ? written
    : `${written}: ${returnText(checker, node)}`
}

function propertyText(checker: ts.TypeChecker, node: ts.PropertyDeclaration): string {
  const end = node.type?.end ?? node.questionToken?.end ?? node.name.end
  const written = slice(node, afterModifiers(node), end)
  return node.type === undefined ? `${written}: ${typeText(checker, node)}` : written
}

function classText(checker: ts.TypeChecker, node: ts.ClassLikeDeclaration): string {
  const head = slice(node, afterModifiers(node), node.members.pos - 1)
  const members = node.members
    .filter((member) => isPublic(member) && !ts.isSemicolonClassElement(member))
    .filter(
      (member, _, all) =>
        !isImplementation(
          member,
          all.filter((other) => isSameMember(member, other)),
        ),
    )
    .map((member) => indent(commentText(member) + memberText(checker, member)))
  return members.length === 0 ? `${head} {}` : `${head} {\n${members.join('\n')}\n}`
}

const isSameMember = (a: ts.ClassElement, b: ts.ClassElement): boolean =>
  a.name?.getText() === b.name?.getText()

function commentText(node: ts.Node): string {
  const [comment] = ts.getJSDocCommentsAndTags(node).filter((one) => ts.isJSDoc(one))
  return comment === undefined ? '' : `${slice(comment, comment.getStart(), comment.end)}\n`
}

/** `export`, `declare`, `default` and `async` are nothing that a caller has to know. */
function afterModifiers(node: ts.Node): number {
  const idle = new Set([
    ts.SyntaxKind.ExportKeyword,
    ts.SyntaxKind.DeclareKeyword,
    ts.SyntaxKind.DefaultKeyword,
    ts.SyntaxKind.AsyncKeyword,
    ts.SyntaxKind.PublicKeyword,
  ])
  const modifiers = ts.canHaveModifiers(node) ? (ts.getModifiers(node) ?? []) : []
  const last = modifiers.findLast(({ kind }) => idle.has(kind))
  return last === undefined ? node.getStart() : last.end
}

/** A part of a file without the indentation that it has there. */
function slice(node: ts.Node, start: number, end: number): string {
  const file = node.getSourceFile()
  const { line } = file.getLineAndCharacterOfPosition(node.getStart())
  const [before = ''] = /^\s*/.exec(file.text.slice(file.getLineStarts()[line])) ?? []
  return file.text.slice(start, end).trim().replaceAll(`\n${before}`, '\n')
}

const indent = (text: string): string => text.replaceAll(/^(?=.)/gm, '  ')

function typeText(checker: ts.TypeChecker, node: ts.VariableDeclaration | ts.PropertyDeclaration): string {
  return node.type === undefined
    ? printed(checker, checker.getTypeAtLocation(node), node)
    : slice(node, node.type.getStart(), node.type.end)
}

function returnText(checker: ts.TypeChecker, node: ts.SignatureDeclaration): string {
  const signature = checker.getSignatureFromDeclaration(node)
  return signature === undefined
    ? 'unknown'
    : printed(checker, checker.getReturnTypeOfSignature(signature), node)
}

const width = 100

function printed(checker: ts.TypeChecker, type: ts.Type, at: ts.Node): string {
  const flags = ts.NodeBuilderFlags.NoTruncation | ts.NodeBuilderFlags.UseAliasDefinedOutsideCurrentScope
  const short = checker.typeToString(type, at, flags as number)
  if (short.length <= width) return short.replaceAll(/; }/g, ' }')
  const node = checker.typeToTypeNode(type, at, flags | ts.NodeBuilderFlags.MultilineObjectLiterals)
  if (node === undefined) return short
  const text = ts.createPrinter().printNode(ts.EmitHint.Unspecified, node, at.getSourceFile())
  return text.replaceAll(/;$/gm, '').replaceAll(/^(?: {4})+/gm, (spaces) => spaces.slice(spaces.length / 2))
}
