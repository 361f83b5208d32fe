/** Where something stands in the program as it was written; both count from 1, the column in UTF-16 units. */
interface Position {
  readonly line: number
  readonly column: number
}

/** A program that is ready to be evaluated, or why it never will be. */
export type Prepared =
  | {
      readonly ok: true
      /**
       * What became of it: nothing; types blanked, so that every character stands where it was written; or compiled,
       * where its TypeScript is more than types.
       */
      readonly form: 'plain' | 'stripped' | 'transformed'
      /** A script whose value is an async function that takes nothing. Lines are those of the program but for compiled ones. */
      readonly code: string
      /**
       * The position in the program of one in `code`; both from 1. Never outside of the program.
       * @param unit - what the column counts: UTF-8 bytes, as QuickJS does (the default), or UTF-16 units, as V8 does.
       */
      readonly toSource: (line: number, column: number, unit?: 'utf8' | 'utf16') => Position
    }
  | {
      readonly ok: false
      /** What is wrong, for a model, without the position. */
      readonly message: string
      readonly at?: Position
    }

/**
 * Makes a program ready: takes fences and module syntax off, TypeScript out, and has it return its last expression,
 * or what its one function returns, where it has no `return` of its own. The last programs are remembered.
 *
 * Never throws. It can take long for a program that was made for that: call it where it can be killed.
 */
export declare function prepareProgram(source: string): Prepared

/** Loads what nearly every program needs, so that the first one need not wait. */
export declare function warmPrograms(): void
