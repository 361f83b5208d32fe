/** Says why what came is no frame. */
export class FrameError extends Error {}

/** A frame: a word, whole numbers, and a body. */
export interface Frame {
  readonly word: string
  readonly numbers: readonly number[]
  readonly body: string
}

/** A frame as it is sent. */
export function frame(word: string, numbers: readonly number[], body?: string): Uint8Array

/** Finds the frames in what arrives in pieces. It keeps no more than one frame of the greatest length. */
export class FrameReader {
  /** Bytes of the longest body. */
  most: number
  constructor(most: number)
  /**
   * The frames that are complete with this piece, in order.
   * @throws FrameError where it is none; nothing can be read after that.
   */
  read(piece: Uint8Array): Generator<Frame, void, void>
}
