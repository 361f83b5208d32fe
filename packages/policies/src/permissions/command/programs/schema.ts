import type { Finding } from './finding.ts'
import type { Word } from '../lexer/syntax.ts'

/**
 * What an argument is to the program that gets it: nothing but text, a path that it reads or writes, an address, the
 * name of a variable that it sets, something that it runs, a whole shell script, or whatever it may be.
 */
export type Role = 'text' | 'read' | 'write' | 'url' | 'host' | 'name' | 'code' | 'script' | 'any'

/** Which arguments a program is known to take. An option that is not listed is a doubt. */
export interface ProgramSchema {
  /** Options without a value, separated by spaces. Short ones may be written together. */
  readonly flags?: string
  /** Options whose value is text and, if there is one, joined to them: `-i.bak`, `--color=always`. */
  readonly joined?: string
  /** Options with a value, by what the value is. */
  readonly values?: Readonly<Partial<Record<Role, string>>>
  /** Options with two values that are text. */
  readonly pairs?: string
  /** Options after which a whole command follows, up to `;` or the end. */
  readonly runs?: string
  /** The operands at the beginning, in order. */
  readonly first?: readonly Role[]
  /** Options that take the place of the first operand: `-e` of `grep`. */
  readonly insteadOfFirst?: string
  /** All other operands; none are expected without it. */
  readonly rest?: Role
  /** The last operand, where there are two or more. */
  readonly last?: Role
  /** The last operand, or the value of `-t`, may be a folder, in which each of the others gets its name again. */
  readonly intoLast?: true
  /** Takes counts such as `-5`. */
  readonly counts?: true
  /** Long options begin with one dash: `-name`. */
  readonly singleDash?: true
  /** No option at all writes, runs or reaches anything: a file whose name is taken for one does no harm. */
  readonly safeOptions?: true
  /** All arguments are text, apart from what `read` finds in them. */
  readonly anyArguments?: true
  /** How many operands come before a command that it runs; its own options end at the first operand. */
  readonly commandAfter?: number
  /** It takes commands from its input. */
  readonly obeysInput?: true
  /** Why no arguments of it are certain. */
  readonly doubt?: string
  /** Looks at the arguments after all that. */
  readonly read?: (finding: Finding, words: readonly Word[]) => void
}

/** Programs of one family, by name. */
export type Programs = Readonly<Record<string, ProgramSchema>>

/** The same schema for several programs. */
export function alike(names: string, schema: ProgramSchema): Programs {
  return Object.fromEntries(names.split(' ').map((name) => [name, schema]))
}
