import type { Piece } from '../layout/pieces.ts'

/**
 * Colours a program. Answers with the pieces of each of its lines, which together are that line exactly;
 * `undefined` where the language is not known or the program is too large.
 */
export type Highlight = (code: string, language: string) => readonly (readonly Piece[])[] | undefined
