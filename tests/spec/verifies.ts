import { test } from 'vitest'
import type { RequirementId } from './requirements.ts'

/** A test that proves rules of the specification; the title names them, and the gate counts them. */
export function verifies(
  ids: readonly RequirementId[],
  title: string,
  body: () => void | Promise<void>,
  timeout?: number,
): void {
  test(`[${ids.join(' ')}] ${title}`, body, timeout)
}
