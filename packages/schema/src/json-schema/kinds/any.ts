import type { NodeKind } from '../kind.ts'

/** A node without constraints: any lossless JSON. */
export const any: NodeKind = {
  keywords: [],
  legal() {},
  children: () => [],
  plan: () => ({
    height: 1,
    typeOf: '',
    accepts: () => true,
    check(value, place, check) {
      if (!check.isLossless(value)) check.fail(place, (path) => `"${path}" must be a lossless JSON value`)
    },
  }),
}
