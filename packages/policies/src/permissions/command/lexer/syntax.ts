/** One word of a command, after quotes are taken away. */
export interface Word {
  readonly at: number
  readonly end: number
  /** What the program gets; expansions whose value is not known stand as they are written. */
  readonly text: string
  /** Nothing of it is quoted, escaped or expanded, so that it may be a keyword. */
  readonly bare: boolean
  /** Where in `text` the first unquoted `*`, `?` or `[` is. It may become any number of file names. */
  readonly pattern?: number
  /** The path that it stands for, where that is not its text. */
  readonly path?: string
  /** Begins with an unquoted `~/` or is `~`: the person's home folder. */
  readonly home?: true
  /** Holds the value of a variable or the output of a command. */
  readonly unknown?: 'variable' | 'output'
  /** That value may become several words or none. */
  readonly splits?: true
  /** The commands whose output it holds. */
  readonly lists?: readonly List[]
}

/** Where the input or output of a command goes. */
export type Redirection =
  | { readonly kind: 'read' | 'write'; readonly target: Word }
  /** A here-document or here-string. */
  | { readonly kind: 'data'; readonly lists?: readonly List[] }
  /** Another file descriptor, as in `2>&1`. */
  | { readonly kind: 'duplicate' }

/** A program and its words. */
export interface Simple {
  readonly kind: 'simple'
  readonly at: number
  readonly end: number
  /** `NAME=value` words before the program. */
  readonly assignments: readonly Word[]
  /** The program and its arguments; empty where there are assignments alone. */
  readonly words: readonly Word[]
  readonly redirections: readonly Redirection[]
}

/** `( … )`. */
export interface Subshell {
  readonly kind: 'subshell'
  readonly list: List
  readonly redirections: readonly Redirection[]
}

export type Command = Simple | Subshell

/** Commands joined by `|`, and what joins them to those before. */
export interface Pipeline {
  readonly joint: 'then' | 'and' | 'or'
  /** Begins with `!`: it succeeds where its last command fails. */
  readonly negated: boolean
  readonly commands: readonly Command[]
}

/** Pipelines one after the other. */
export type List = readonly Pipeline[]
