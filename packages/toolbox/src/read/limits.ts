import { pictureLimits } from '@millrace/protocol'

/** What one read gives at most. */
export const readLimits = {
  /** Lines of one window. */
  lines: 2000,
  /** UTF-16 units of one line; the rest of a longer line is left out and counted. */
  lineLength: 2000,
  /** UTF-16 units of a single line, where a place in it is asked for. */
  linePart: 50_000,
  /** Bytes of UTF-8 of one window. */
  windowBytes: 262_144,
  /** Bytes that are read only to count lines and the rest of a long line; then both are lower bounds. */
  countedBytes: 67_108_864,
  /** Milliseconds for the same. */
  countingMs: 2000,
  /** Milliseconds in which the first line of the window has to be reached. */
  seekMs: 20_000,
  /** Bytes of a picture, which are 5 MiB in base64. */
  imageBytes: pictureLimits.bytes,
  /** Pixels along either side of a picture. */
  imageSide: pictureLimits.side,
  /** Bytes of a notebook that is still shown as cells. */
  notebookBytes: 8_388_608,
  /** Brackets and colons of such a notebook, on which depends how long reading it takes. */
  notebookMarks: 250_000,
  /** UTF-16 units of one output of a notebook cell. */
  notebookOutput: 4000,
} as const
