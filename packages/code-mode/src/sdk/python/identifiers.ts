const identifier = /^[\p{XID_Start}_][\p{XID_Continue}]*$/u

const keywords: ReadonlySet<string> = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except finally for from global if ' +
    'import in is lambda nonlocal not or pass raise return try while with yield __debug__'
  ).split(' '),
)

/** What the declarations themselves are written with: a member of this name would hide it from those after it. */
const words: ReadonlySet<string> = new Set(
  'Any Literal NotRequired Protocol TypedDict bool dict float int list str'.split(' '),
)

/** Whether declarations are written with this name. */
export function isWord(name: string): boolean {
  return words.has(name)
}

/** Whether a name can be written as it is, and stays what it is. */
function isBare(name: string): boolean {
  if (/^[a-z][a-z0-9_]*$/i.test(name)) return !keywords.has(name)
  return identifier.test(name) && name.normalize('NFKC') === name && !keywords.has(name)
}

/** Whether a class can have a field of this name; a private one would be renamed. */
export function isFieldName(name: string): boolean {
  return isBare(name) && (!name.startsWith('__') || name.endsWith('__'))
}

/** Whether a tool of this name can be called as an attribute. */
export function isMethodName(name: string): boolean {
  return isBare(name) && !name.startsWith('_') && !words.has(name)
}

/** How a tool is reached. */
export function pythonAccess(name: string): string {
  return isMethodName(name) ? `tools.${name}` : `tools[${JSON.stringify(name)}]`
}
