import type { Permission } from '../permission-for.ts'

/** What the word for a permission means. */
export const outcomes: Readonly<Record<Permission, string>> = {
  auto: 'auto: runs without a question',
  ask: 'ask: somebody is asked before it runs',
  deny: 'deny: somebody would have to be asked, and nobody is here; call --approve-all answers yes',
}
