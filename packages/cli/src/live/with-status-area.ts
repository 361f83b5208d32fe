import type { Io } from '../io.ts'
import { StatusArea } from './status-area.ts'

/** The same surroundings, in which all that is written on the standard error output makes way for itself. */
export function withStatusArea(io: Io): Io & { readonly stderr: StatusArea } {
  if (hasStatusArea(io)) return io
  // Inherits instead of copying: some members are opened only when somebody reads them.
  return Object.create(io, { stderr: { value: new StatusArea(io.stderr), enumerable: true } }) as Io & {
    readonly stderr: StatusArea
  }
}

function hasStatusArea(io: Io): io is Io & { readonly stderr: StatusArea } {
  return io.stderr instanceof StatusArea
}
