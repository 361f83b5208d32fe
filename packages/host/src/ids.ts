import { randomUUID } from 'node:crypto'

/** Where new identifiers come from: letters, digits and `_` only, so that every provider takes them. */
export interface Ids {
  /**
   * A new identifier that this source has not given before.
   *
   * @param prefix - says what is named, as in `call_…`; without it the identifier stands alone.
   */
  next(prefix?: string): string
}

/** Identifiers of 32 random hexadecimal digits, which nobody can guess. */
export const randomIds: Ids = {
  next: (prefix) => named(prefix, randomUUID().replaceAll('-', '')),
}

/** Identifiers that count 1, 2, 3, whatever the prefix: the same in every run. */
export function countingIds(): Ids {
  let last = 0
  return { next: (prefix) => named(prefix, String(++last)) }
}

function named(prefix: string | undefined, id: string): string {
  return prefix ? `${prefix}_${id}` : id
}
