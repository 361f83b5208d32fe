/** What happens to a call, in the words of machine output. */
export type Permission = 'auto' | 'ask' | 'deny'

interface OutcomeWords {
  readonly permission: Permission
  /** As it stands in a table. */
  readonly word: string
  /** What that means. */
  readonly meaning: string
}

/** What can happen when a tool is called, and how that is told. Where it depends on the machine, it counts as `ask`. */
export const outcomes = {
  auto: { permission: 'auto', word: 'auto', meaning: 'auto: runs without a question' },
  ask: { permission: 'ask', word: 'ask', meaning: 'ask: somebody is asked before it runs' },
  alone: {
    permission: 'deny',
    word: 'deny',
    meaning: 'deny: somebody would have to be asked, and nobody is here; call --approve-all answers yes',
  },
  refused: {
    permission: 'deny',
    word: 'refused',
    meaning: 'refused: a rule or the mode denies all its calls',
  },
  sandboxed: {
    permission: 'ask',
    word: 'auto or ask',
    meaning: 'auto or ask: auto inside the sandbox, where one works that keeps everything in; else ask',
  },
  'sandboxed alone': {
    permission: 'ask',
    word: 'auto or deny',
    meaning: 'auto or deny: auto inside the sandbox, where one works that keeps everything in; else deny',
  },
} as const satisfies Readonly<Record<string, OutcomeWords>>

/** One of them. */
export type Outcome = keyof typeof outcomes
