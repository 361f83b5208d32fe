import type { CallCounts, FinishReason, TurnEndReason } from '@millrace/protocol'
import type { CardStatus } from '../state.ts'

/** What the layout counts. */
export type Countable =
  | 'agent'
  | 'byte'
  | 'call'
  | 'character'
  | 'diff line'
  | 'file'
  | 'line'
  | 'match'
  | 'message'
  | 'path'
  | 'redirect'
  | 'source'
  | 'unchanged line'

/** Who says something in a session. */
export type Speaker = 'you' | 'model' | 'plugin' | 'task' | 'note' | 'turn'

/** Who decides about calls, where it is nobody with a name of their own. */
export type Decider = 'you' | 'nobody to ask' | 'workspace' | 'guard' | 'policy'

/** Why a call was allowed, where it was nobody with a name of their own. */
export type PermissionMark = 'auto' | 'rule' | 'you once' | 'you session' | 'you always'

/**
 * All that the layout itself says, in one language. What tools, models, people and logs say is in none of it, and is never
 * translated.
 */
export interface CardWords {
  /** Which language it is, as pages name it: `en`. */
  readonly language: string
  /** A number with what it counts: `37 matches`. */
  readonly counted: (amount: number, what: Countable) => string
  readonly header: HeaderWords
  readonly body: BodyWords
  readonly face: FaceWords
  readonly said: SaidWords
  readonly footer: FooterWords
  readonly session: SessionWords
}

/** What headers of cards say. */
export interface HeaderWords {
  readonly states: Readonly<Record<CardStatus, string>>
  readonly deciders: Readonly<Record<Decider, string>>
  readonly permissions: Readonly<Record<PermissionMark, string>>
  /** `12 calls (10 done, 2 failed)`. */
  readonly tally: (total: number, states: readonly (readonly [CardStatus, number])[]) => string
  readonly outcomeUnknown: string
  readonly byRule: (rule: string) => string
  /** `by you: "no"`. */
  readonly by: (decider: string, message: string | undefined) => string
  /** `3 of 9`. */
  readonly progress: (done: string, total: string) => string
  /** The size of what a header cannot hold. */
  readonly size: (of: 'command' | 'call', lines: number, characters: number) => string
}

/** What stands below the headers of cards of every kind. */
export interface BodyWords {
  /** Above an output that has something else above it. */
  readonly output: string
  /** Before what a program said; 8 columns at most, like the next. */
  readonly console: string
  readonly result: string
  readonly asksBecause: (reason: string) => string
  readonly cancelledBefore: string
  readonly cancelledWhile: string
  /** `41 lines hidden`. */
  readonly hidden: (what: string) => string
  /** What a cut line hides. */
  readonly chars: (amount: number) => string
  readonly agent: string
  readonly agentEnds: Readonly<Record<TurnEndReason, string>>
  /** How an agent ended whose call ended before. */
  readonly agentBrokeOff: string
  /** `3 messages of 2 agents`. */
  readonly messagesOf: (messages: number, agents: number) => string
  readonly noPicture: (type: string) => string
}

/** What cards of one kind say. */
export interface FaceWords {
  readonly resumed: (from: 'image' | 'journal', recorded: number, unknown: number) => string
  readonly content: Readonly<Record<'image' | 'audio' | 'link' | 'resource', string>>
  readonly emptyFile: string
  readonly nothingChanged: string
  readonly newFile: string
  readonly noLineBreak: string
  readonly noneOf: (what: Countable) => string
  /** `100 of 5,321 matches`. */
  readonly someOf: (listed: number, total: number, what: Countable) => string
  readonly inFiles: (amount: string, files: number) => string
  readonly moreFiles: (files: number, matches: number) => string
  readonly aroundMatches: (lines: number) => string
  readonly both: (one: string, other: string) => string
  readonly notListed: (missing: number, what: Countable) => string
  readonly inFolder: (name: string) => string
  readonly timedOut: string
  readonly exit: (code: number) => string
  readonly signal: (name: string) => string
  readonly job: (id: string) => string
  /**
   * What was never kept of an output.
   * @param folded - what the screen hides at the same place.
   */
  readonly omitted: (lines: number, size: string, folded: string | undefined) => string
  /** What follows is the name of a file. */
  readonly allOfItIsIn: string
  readonly noLines: string
  readonly noLinesFrom: (first: number, total: number) => string
  readonly lines: (first: number, last: number, total: number) => string
  readonly noLink: string
  readonly foundMore: string
  readonly untitled: string
  readonly status: (code: number) => string
  readonly redirectedTo: string
  readonly pageCut: string
}

/** What is said about what people, models and plugins say. */
export interface SaidWords {
  readonly speakers: Readonly<Record<Speaker, string>>
  /** What follows, in this and others that end like it, is a name. */
  readonly addedBy: string
  readonly whileItRan: string
  readonly reasoning: string
  readonly answer: string
  /** What the fold of a model's reasoning is called. */
  readonly reasoningOf: (lines: number) => string
  /** The same where it is counted among what is hidden. */
  readonly linesOfReasoning: (lines: number) => string
  readonly cut: string
  readonly finishes: Readonly<Record<Exclude<FinishReason, 'stop' | 'tool-calls'>, string>>
  readonly retry: (wait: string, attempt: number) => string
  readonly pruned: (results: number, size: string) => string
  readonly summarised: (event: number) => string
  readonly resumed: string
  readonly underWay: (calls: number) => string
  readonly torn: (bytes: number) => string
  readonly unreadable: (event: number) => string
  readonly turnEnds: Readonly<Record<Exclude<TurnEndReason, 'done' | 'concluded'>, string>>
}

/** What the footer of a turn says. */
export interface FooterWords {
  readonly noCalls: string
  /** `4 calls: 3 ok, 1 failed`. */
  readonly calls: (total: number, ends: readonly (readonly [keyof CallCounts, number])[]) => string
  readonly time: (all: string, tools: string | undefined) => string
  readonly tokens: (input: string, cached: string | undefined, output: string) => string
  readonly cost: (amount: string) => string
  readonly noCost: Readonly<Record<'scripted' | 'no price', string>>
  readonly session: (id: string) => string
}

/** What is said of a session as a whole. */
export interface SessionWords {
  readonly facts: Readonly<Record<'session' | 'began' | 'folder' | 'actsFor' | 'model' | 'continues', string>>
  readonly continues: (session: string, event: number) => string
  readonly untitled: (id: string) => string
}
