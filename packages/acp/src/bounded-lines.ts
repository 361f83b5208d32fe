const newline = 0x0a

const encoder = new TextEncoder()

/** What stands in the place of a line that is too long: no message, so that it is answered with an error. */
const tooLong = encoder.encode('"a message that is longer than is taken"\n')

/** How an answer begins; whoever waits for it learns that it does not come. */
const answer = /^\s*\{\s*"jsonrpc"\s*:\s*"2\.0"\s*,\s*"id"\s*:\s*(\d{1,15}|"[\w-]{1,64}")\s*,\s*"result"\s*:/

/** Bytes of a line by which it is known. */
const headBytes = 256

/**
 * Passes lines on, and in the place of each that is longer than the limit one that is no message; of an answer, that it failed.
 * A peer that sends too much gets one error for it, and the connection stays.
 */
export function boundedLines(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let pending: Uint8Array[] = []
  let length = 0
  let isDropping = false
  let inPlace = tooLong
  const drop = (): void => {
    inPlace = inPlaceOf(pending)
    pending = []
    isDropping = true
  }
  const take = (piece: Uint8Array): void => {
    length += piece.length
    if (isDropping) return
    // Whoever reads may use its memory again for what comes next.
    pending.push(piece.slice())
    if (length > maxBytes) drop()
  }
  const end = (controller: TransformStreamDefaultController<Uint8Array>): void => {
    for (const piece of isDropping ? [inPlace] : pending) controller.enqueue(piece)
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

function inPlaceOf(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const decoder = new TextDecoder()
  let head = ''
  for (const piece of pieces) {
    head += decoder.decode(piece.subarray(0, headBytes), { stream: true })
    if (head.length >= headBytes) break
  }
  const [, id] = answer.exec(head) ?? []
  if (id === undefined) return tooLong
  const error = '{"code":-32600,"message":"the answer is longer than is taken"}'
  return encoder.encode(`{"jsonrpc":"2.0","id":${id},"error":${error}}\n`)
}
