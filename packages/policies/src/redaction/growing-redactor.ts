import { secretRedactor, type SecretRedactor } from '@millrace/protocol'

/** A redactor that learns secrets while it is in use. */
export interface GrowingRedactor extends SecretRedactor {
  /** @returns whether any of them was new. @throws HarnessError `SECRET_TOO_SHORT`, and learns none of them then. */
  readonly add: (values: readonly string[]) => boolean
}

/** @throws HarnessError `SECRET_TOO_SHORT`. */
export function growingRedactor(values: readonly string[]): GrowingRedactor {
  let known = new Set(values)
  let current = secretRedactor(values)
  return {
    text: (text) => current.text(text),
    json: (value) => current.json(value),
    // A stream that runs already keeps to what was known when it began.
    stream: () => current.stream(),
    add: (more) => {
      if (more.every((value) => known.has(value))) return false
      const all = new Set([...known, ...more])
      current = secretRedactor([...all])
      known = all
      return true
    },
  }
}
