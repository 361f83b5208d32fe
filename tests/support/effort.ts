/** Whether tests that try many cases try all of them, however long it takes: `npm run test:long`. */
export const isLong: boolean = process.env['MILLRACE_LONG'] !== undefined

/** All cases where tests may take long, else every so-manyth of them. */
export function sampled<T>(cases: readonly T[], every: number): readonly T[] {
  return isLong ? cases : cases.filter((_, index) => index % every === 0)
}
