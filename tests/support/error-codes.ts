import { readdirSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import ts from 'typescript-6'
import { placeOf, sourcesOf, type Sources } from '../../scripts/catalog/program.ts'

/** Where each code is made: the code, to a file and its line. */
export type MadeCodes = ReadonlyMap<string, string>

const shape = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/

/** What the operating system says is no code of these packages. */
const isOwn = (code: string): boolean => shape.test(code) && !Object.hasOwn(constants.errno, code)

/** The folders of programs that are no part of the packages' own program: the page, and what stands around a program of a model. */
const others = ['packages/web/ui', 'packages/code-mode/guest']

/** Every code that something below a root puts into a failure. */
export function madeCodes(root: string): MadeCodes {
  const made = new Map<string, string>()
  collect(sourcesOf(root), made)
  const rootNames = others.flatMap((folder) => modulesIn(join(root, folder)))
  // A failure of these is made where it is written, so nothing that they import has to be read.
  const aside = ts.createProgram({ rootNames, options: { allowJs: true, noResolve: true, noLib: true } })
  const files = rootNames.flatMap((name) => aside.getSourceFile(name) ?? [])
  collect({ root, files, checker: aside.getTypeChecker() }, made)
  return made
}

function modulesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.d)\.(?:js|tsx?)$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => join(folder, name))
}

function collect(
  { root, files, checker }: Pick<Sources, 'root' | 'files' | 'checker'>,
  made: Map<string, string>,
): void {
  const visit = (node: ts.Node): void => {
    for (const code of givenAsCode(node, checker).flatMap((given) => codesOf(given, checker))) {
      if (isOwn(code) && !made.has(code)) made.set(code, placeOf(root, node))
    }
    ts.forEachChild(node, visit)
  }
  files.forEach(visit)
}

/** What a node gives to something that is called `code`, or whose type is one of codes. */
function givenAsCode(node: ts.Node, checker: ts.TypeChecker): readonly ts.Expression[] {
  if (ts.isNewExpression(node) || ts.isCallExpression(node)) return argumentsForCode(node, checker)
  if (isNamed(node)) return node.initializer !== undefined && isCode(node.name) ? [node.initializer] : []
  if (ts.isArrayLiteralExpression(node)) return elementsForCode(node, checker)
  if (ts.isReturnStatement(node))
    return node.expression !== undefined && isInCodeOf(node) ? [node.expression] : []
  return ts.isStringLiteral(node) && isOfCodes(node, checker) ? [node] : []
}

const isNamed = (
  node: ts.Node,
): node is
  | ts.PropertyAssignment
  | ts.VariableDeclaration
  | ts.PropertyDeclaration
  | ts.ParameterDeclaration =>
  ts.isPropertyAssignment(node) ||
  ts.isVariableDeclaration(node) ||
  ts.isPropertyDeclaration(node) ||
  ts.isParameter(node)

function argumentsForCode(
  node: ts.NewExpression | ts.CallExpression,
  checker: ts.TypeChecker,
): readonly ts.Expression[] {
  const given = node.arguments ?? []
  // To find out which function is called costs most of the time, so it is asked only where a code stands.
  if (!given.some(holdsCode) && !isOfError(node)) return []
  const parameters = checker.getResolvedSignature(node)?.parameters ?? []
  return given.filter((_argument, at) => parameters[at]?.name === 'code')
}

/** An error may get a code that was chosen before. */
const isOfError = ({ expression, arguments: given }: ts.NewExpression | ts.CallExpression): boolean =>
  given?.[0] !== undefined &&
  ts.isIdentifier(given[0]) &&
  ts.isIdentifier(expression) &&
  expression.text.endsWith('Error')

/** Whether one of the values that an expression can come to is written like a code. */
function holdsCode(node: ts.Expression): boolean {
  if (ts.isStringLiteral(node)) return shape.test(node.text)
  if (ts.isConditionalExpression(node)) return holdsCode(node.whenTrue) || holdsCode(node.whenFalse)
  return ts.isBinaryExpression(node) && (holdsCode(node.left) || holdsCode(node.right))
}

/** Whether a function answers here that is called `codeOf`. */
function isInCodeOf(node: ts.Node): boolean {
  const around = ts.findAncestor(node, ts.isFunctionLike)
  return around !== undefined && ts.isFunctionDeclaration(around) && around.name?.text === 'codeOf'
}

const isCode = (name: ts.Node): boolean => ts.isIdentifier(name) && name.text === 'code'

/** Elements of a tuple that names its members. */
function elementsForCode(node: ts.ArrayLiteralExpression, checker: ts.TypeChecker): readonly ts.Expression[] {
  if (!node.elements.some(holdsCode)) return []
  const { target } = (checker.getContextualType(node) ?? {}) as Partial<ts.TupleTypeReference>
  const names = target?.labeledElementDeclarations?.map((member) => member?.name.getText()) ?? []
  return node.elements.filter((_element, at) => names[at] === 'code')
}

/** Whether a value is expected here whose type says that it is a code, such as `DiskErrorCode`. */
function isOfCodes(node: ts.StringLiteral, checker: ts.TypeChecker): boolean {
  if (!shape.test(node.text) || isLookedAt(node)) return false
  return checker.getContextualType(node)?.aliasSymbol?.name.endsWith('Code') ?? false
}

/** Whether a text is compared with, looked up, or part of a type, so that nothing is made of it. */
function isLookedAt({ parent }: ts.Node): boolean {
  if (ts.isLiteralTypeNode(parent) || ts.isCaseClause(parent) || ts.isElementAccessExpression(parent))
    return true
  if (!ts.isBinaryExpression(parent)) return false
  const { kind } = parent.operatorToken
  return kind === ts.SyntaxKind.EqualsEqualsEqualsToken || kind === ts.SyntaxKind.ExclamationEqualsEqualsToken
}

/** The codes that an expression can come to. */
function codesOf(node: ts.Expression, checker: ts.TypeChecker): readonly string[] {
  if (ts.isStringLiteralLike(node)) return [node.text]
  if (ts.isParenthesizedExpression(node)) return codesOf(node.expression, checker)
  if (ts.isConditionalExpression(node)) {
    return [...codesOf(node.whenTrue, checker), ...codesOf(node.whenFalse, checker)]
  }
  if (ts.isBinaryExpression(node)) return [...codesOf(node.left, checker), ...codesOf(node.right, checker)]
  if (ts.isElementAccessExpression(node)) return codesOfTable(node.expression, checker)
  const type = checker.getTypeAtLocation(node)
  // What has a name of its own is made where it is written out, and not wherever it is passed on.
  if (type.aliasSymbol !== undefined) return []
  return (type.isUnion() ? type.types : [type]).flatMap((one) => (one.isStringLiteral() ? [one.value] : []))
}

/** The values of a table that an expression is looked up in. */
function codesOfTable(table: ts.Expression, checker: ts.TypeChecker): readonly string[] {
  const declared = checker.getSymbolAtLocation(table)?.valueDeclaration
  if (declared === undefined || !ts.isVariableDeclaration(declared)) return []
  const written = declared.initializer
  if (written === undefined || !ts.isObjectLiteralExpression(written)) return []
  return written.properties.flatMap((one) =>
    ts.isPropertyAssignment(one) ? codesOf(one.initializer, checker) : [],
  )
}
