/** What a program can call, as it stands in the declarations. */
export interface SdkEntry {
  readonly name: string
  /** How a program reaches it: `tools.read`, or `tools["my-tool"]`. */
  readonly access: string
  readonly description: string
  /** The type of its one argument, as TypeScript. */
  readonly takes: string
}

/** Members of an interface, each with its comment and its type. */
interface Member {
  readonly comment: string
  readonly type: string
}

/** Reads what can be called out of the declarations that programs are written against. */
export function sdkEntries(declarations: string): readonly SdkEntry[] {
  const lines = declarations.split('\n')
  const takes = membersOf(lines)
  const named = [...takes].map(([name, { comment, type }]) => ({
    name,
    access: isName(name) ? `tools.${name}` : `tools[${JSON.stringify(name)}]`,
    description: comment,
    takes: type,
  }))
  return [...named, ...searches(lines)]
}

const isName = (name: string): boolean => /^[A-Za-z_$][\w$]*$/.test(name)

const key = /^ {2}([A-Za-z_$][\w$]*|"(?:[^"\\]|\\.)*"): (.*)$/

/** Members stand two blanks deep; what is deeper belongs to the type of one. */
function membersOf(lines: readonly string[]): Map<string, Member> {
  const members = new Map<string, Member>()
  let comment: string[] = []
  for (
    let at = lines.indexOf('interface ToolArgsMap {') + 1;
    at > 0 && at < lines.length && lines[at] !== '}';
    at++
  ) {
    const line = lines[at]!
    const [, name, begun] = key.exec(line) ?? []
    if (name === undefined || begun === undefined) {
      comment.push(line)
      continue
    }
    const type = [begun]
    while (!isEnd(lines[at]!) && at + 1 < lines.length) type.push(lines[++at]!.replace(/^ {2}/, ''))
    members.set(nameIn(name), { comment: commentText(comment), type: type.join('\n').replace(/;$/, '') })
    comment = []
  }
  return members
}

function isEnd(line: string): boolean {
  return line.endsWith(';') && /^ {2}\S/.test(line)
}

function nameIn(text: string): string {
  return text.startsWith('"') ? (JSON.parse(text) as string) : text
}

function commentText(lines: readonly string[]): string {
  return lines
    .map((line) => line.replace(/^\s*(?:\/\*\*|\*\/|\*)?\s?/, '').replace(/\s*\*\/$/, ''))
    .join('\n')
    .replaceAll(String.raw`*\/`, '*/')
    .trim()
}

/** What every program has beside its tools. */
function searches(lines: readonly string[]): SdkEntry[] {
  return lines.flatMap((line) => {
    const [, name, rest] = /^ {2}(\$\w+)\((.*)$/.exec(line) ?? []
    if (name === undefined || rest === undefined) return []
    const [takes = ''] = rest.split(/\): (?=Promise)/)
    return [{ name, access: `tools.${name}`, description: '', takes }]
  })
}

/** The names of the members of an object type that is written out; none where it is of another kind. */
export function memberNames(type: string): readonly { readonly name: string; readonly type: string }[] {
  return type.split('\n').flatMap((line) => {
    const [, name, rest] = /^ {2}([A-Za-z_$][\w$]*|"(?:[^"\\]|\\.)*")(\??: .*)$/.exec(line) ?? []
    return name === undefined || rest === undefined ? [] : [{ name, type: rest.replace(/;$/, '') }]
  })
}
