const newline = 0x0a

/** What stands in the place of a line that is too long: no message, so that it is answered with an error. */
const tooLong = new TextEncoder().encode('"a message that is longer than is taken"\n')

/**
 * Passes lines on, and in the place of each that is longer than the limit one that is no message. A peer that sends too much
 * gets one error for it, and the connection stays.
 */
export function boundedLines(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let pending: Uint8Array[] = []
  let length = 0
  let isDropping = false
  const drop = (): void => {
    pending = []
    isDropping = true
  }
  const take = (piece: Uint8Array): void => {
    length += piece.length
    if (isDropping) return
    if (length > maxBytes) drop()
    // Whoever reads may use its memory again for what comes next.
    else pending.push(piece.slice())
  }
  const end = (controller: TransformStreamDefaultController<Uint8Array>): void => {
    for (const piece of isDropping ? [tooLong] : pending) controller.enqueue(piece)
    pending = []
    length = 0
    isDropping = false
  }
  return new TransformStream({
    transform(chunk, controller) {
      let from = 0
      for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
        take(chunk.subarray(from, at + 1))
        end(controller)
        from = at + 1
      }
      take(chunk.subarray(from))
    },
    flush: end,
  })
}
