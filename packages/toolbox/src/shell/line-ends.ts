const lineFeed = 10

/** How many line feeds there are. */
export function lineEnds(bytes: Uint8Array): number {
  let count = 0
  for (let at = 0; at < bytes.length; at += 1) if (bytes[at] === lineFeed) count += 1
  return count
}

/** The end of the last whole line, if that lies in the second half of the bytes. */
export function lateLineEnd(bytes: Uint8Array): number | undefined {
  const end = bytes.lastIndexOf(lineFeed) + 1
  return end > 0 && end >= bytes.length / 2 ? end : undefined
}

/** The start of the first whole line behind a cut, if that lies in the first half of the bytes. */
export function earlyLineStart(bytes: Uint8Array): number | undefined {
  const start = bytes.indexOf(lineFeed) + 1
  return start > 0 && start <= bytes.length / 2 ? start : undefined
}
