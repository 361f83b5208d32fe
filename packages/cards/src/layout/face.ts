import type { Block } from './block.ts'
import type { Row } from './row.ts'

/** What one kind of view contributes to a card: short facts for the header, and the body below it. */
export interface Face {
  readonly facts: readonly Row[]
  readonly body: readonly Block[]
  /** What a command printed; it stands below everything else and is told apart from it. */
  readonly output?: readonly Block[]
  /** What stands below the calls within the card, such as what a program returned. */
  readonly after?: readonly Block[]
}
