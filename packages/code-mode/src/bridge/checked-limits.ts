import { defaultLimits, hardLimits, leastMemoryBytes, type CodeLimits } from '../contract/limits.ts'
import { CodeModeError } from '../errors.ts'

/**
 * The limits of a host, completed.
 * @throws CodeModeError (`CODE_CONFIG_INVALID`) for one that is no whole number, or too small or too large.
 */
export function checkedLimits(given: Partial<CodeLimits> = {}): CodeLimits {
  const limits = { ...defaultLimits }
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue
    if (!Object.hasOwn(defaultLimits, name)) {
      const known = Object.keys(defaultLimits).join(', ')
      throw new CodeModeError('CODE_CONFIG_INVALID', `"${name}" is no limit of programs; there are ${known}`)
    }
    const key = name as keyof CodeLimits
    const least = key === 'memoryBytes' ? leastMemoryBytes : 1
    if (!Number.isSafeInteger(value) || value < least || value > hardLimits[key]) {
      const problem = `the limit "${name}" must be a whole number from ${least} to ${hardLimits[key]}, not ${String(value)}`
      throw new CodeModeError('CODE_CONFIG_INVALID', problem)
    }
    Object.assign(limits, { [key]: value })
  }
  return Object.freeze(limits)
}
