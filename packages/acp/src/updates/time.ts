/** When something was, as the protocol has it; nothing for a time that no calendar has. @param time - milliseconds since the epoch. */
export function updatedAt(time: number): { updatedAt?: string } {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? {} : { updatedAt: date.toISOString() }
}
