import type { TrustState } from './trust-state.ts'

/** `trusted since 2026-01-31`, or why not. */
export function trustWords(trust: TrustState): string {
  if (trust.kind === 'untrusted') return 'this folder is not trusted'
  const day = new Date(trust.at).toISOString().slice(0, 10)
  return trust.kind === 'trusted'
    ? `this folder is trusted since ${day}`
    : `this folder was trusted on ${day}, and is not any more: ${trust.changes.join(', ')}`
}
