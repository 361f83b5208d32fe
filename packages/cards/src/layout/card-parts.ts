import type { Card } from '../state.ts'
import type { Block } from './block.ts'
import { bodyBlocks, faceOf } from './card.ts'
import type { Row } from './row.ts'
import type { Sheet } from './sheet.ts'
import { aboveBody, additionBlocks, scriptFacts, subjectBlocks, subjectOf, type Subject } from './subject.ts'

/** What there is to say about a card, before it is known on what it will be drawn. */
export interface CardParts {
  /** What the header says that the call does, and on what. */
  readonly subject: Subject
  /** What the header says beside it that a view knows. */
  readonly facts: readonly Row[]
  /**
   * What stands below the header.
   * @param isSaid - whether the header says a text in full.
   */
  readonly body: (isSaid: (text: string) => boolean) => Block[]
  /** What stands below the calls within the card. */
  readonly after: readonly Block[]
}

/**
 * The parts of a card.
 * @param outer - the sheet of its header.
 * @param inner - the sheet of its body.
 */
export function cardParts(card: Card, outer: Sheet, inner: Sheet): CardParts {
  const face = faceOf(card, inner)
  const subject = subjectOf(card, outer)
  return {
    subject: aboveBody(subject),
    facts: [...scriptFacts(subject, outer), ...face.facts],
    body: (isSaid) => [
      ...bodyBlocks(card, subjectBlocks(subject, card, outer, inner), face, inner, isSaid),
      ...additionBlocks(subject, inner),
    ],
    after: face.after ?? [],
  }
}

/** The parts of a call within a program that is shown by its header alone. */
export function headerParts(card: Card, outer: Sheet, inner: Sheet): CardParts {
  const subject = subjectOf(card, outer)
  return {
    subject,
    // Nobody sees the rest of the face: colours of its programs would be most of the work.
    facts: faceOf(card, { ...outer, highlight: undefined }).facts,
    body: () => additionBlocks(subject, inner),
    after: [],
  }
}

/** Whether a call within a program is shown by its header alone. */
export function isHeaderEnough(card: Card, { expand }: Sheet): boolean {
  const isQuiet = card.status === 'done' || card.status === 'running' || card.status === 'queued'
  return isQuiet && !expand && card.children.length === 0 && card.agents === undefined
}
