/** The first thing in a text that keeps it from being one exact JSON value. */
export interface TextFault {
  /** Where it stands, in UTF-16 units from the start. */
  readonly offset: number
  /** What is wrong, as a clause. */
  readonly problem: string
  /** How to put it right, as a clause in the imperative. */
  readonly mend: string
}

/** Carries a fault out of the reader; never leaves this folder. */
export class FaultFound extends Error {
  readonly fault: TextFault

  constructor(offset: number, problem: string, mend: string) {
    super(problem)
    this.fault = { offset, problem, mend }
  }
}

/** Ends the reading at a fault. */
export function fail(offset: number, problem: string, mend: string): never {
  throw new FaultFound(offset, problem, mend)
}

/** Ends the reading where the text stops too early; `place` is the end of "the text ends …". */
export function failAtEnd(text: string, place: string): never {
  return fail(text.length, `the text ends ${place}`, 'send the whole text again, it seems to be cut off')
}

const visible = /^[\p{L}\p{N}\p{P}\p{S}]$/u

/** A character as a message shows it: invisible ones by their number. */
export function showMark(mark: string): string {
  if (visible.test(mark)) return mark
  return `U+${(mark.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
