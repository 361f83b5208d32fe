import type { JSX } from 'preact'
import { words } from './words.ts'

/** A place among several things that wait. */
export interface StackPlace {
  /** From 0. */
  readonly at: number
  readonly all: number
  /** Looks at another one. */
  readonly onMove: (by: 1 | -1) => void
}

/** Goes through what waits; nothing where it is one thing. */
export function StackMoves({ at, all, onMove }: StackPlace): JSX.Element | null {
  if (all < 2) return null
  const { previous, next, position } = words.value
  return (
    <span class="asked-stack">
      <button type="button" class="asked-small" aria-label={previous} onClick={() => onMove(-1)}>
        ‹
      </button>
      <span>{position(at + 1, all)}</span>
      <button type="button" class="asked-small" aria-label={next} onClick={() => onMove(1)}>
        ›
      </button>
    </span>
  )
}
