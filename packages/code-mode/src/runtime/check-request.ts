import type { MachineRequest } from '../contract/runtime.ts'

/**
 * Refuses what no program could have caused.
 * @param build - of the runtime.
 * @throws TypeError
 */
export function checkRequest(request: MachineRequest, build: () => string): void {
  const { program, bindings, limits, image } = request
  if (typeof program !== 'string') throw new TypeError('the program of a run must be a text')
  if (new Set(bindings).size !== bindings.length)
    throw new TypeError('the bindings of a run must differ in their names')
  for (const [name, limit] of Object.entries(limits)) {
    if (!Number.isFinite(limit) || limit < 0) {
      throw new TypeError(`the limit ${name} of a run must be a number from 0 on, not ${String(limit)}`)
    }
  }
  if (image !== undefined && image.build !== build()) {
    throw new TypeError(
      `the image is of another build (${image.build}) than this runtime (${build()}); run the program from its first line`,
    )
  }
}
