import type { Card } from '@millrace/cards'
import type { ComponentChildren } from 'preact'

/** Draws a call that stands within another card. */
export type DrawCall = (card: Card) => ComponentChildren
