import { printJson, type JsonValue } from '@millrace/schema'

type Container = JsonValue[] | { [key: string]: JsonValue }

/** The text of a value that is the same for all values that are equal as JSON: keys stand in one order, at any depth. */
export function canonicalJson(value: JsonValue): string {
  if (!isContainer(value)) return printJson(value)
  const root = emptyLike(value)
  const left: [from: Container, to: Container][] = [[value, root]]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [from, to] = next
    for (const [key, each] of membersOf(from)) {
      const copy = isContainer(each) ? emptyLike(each) : each
      if (isContainer(each) && isContainer(copy)) left.push([each, copy])
      if (Array.isArray(to)) to.push(copy)
      else to[key] = copy
    }
  }
  return printJson(root)
}

function membersOf(container: Container): [key: string, value: JsonValue][] {
  if (Array.isArray(container)) return container.map((each) => ['', each])
  return Object.keys(container)
    .toSorted()
    .map((key) => [key, container[key]!])
}

/** Without a prototype, so that no key means anything but itself. */
function emptyLike(container: Container): Container {
  return Array.isArray(container) ? [] : (Object.create(null) as { [key: string]: JsonValue })
}

function isContainer(value: JsonValue): value is Container {
  return typeof value === 'object' && value !== null
}
