import type { JsonValue } from '@millrace/schema'

/** What a reference within a document leads to; `undefined` where it leads out of it, or to nothing. */
export function follow(reference: string, root: JsonValue): JsonValue | undefined {
  if (reference !== '#' && !reference.startsWith('#/')) return undefined
  let found: JsonValue | undefined = root
  for (const step of stepsOf(reference)) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step)) return undefined
    found = Array.isArray(found) ? found[Number(step)] : found[step]
  }
  return found
}

function stepsOf(reference: string): readonly string[] {
  const pointer = reference.includes('%') ? decoded(reference) : reference
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}

function decoded(reference: string): string {
  try {
    return decodeURIComponent(reference)
  } catch {
    // A percent sign that encodes nothing stands for itself.
    return reference
  }
}
