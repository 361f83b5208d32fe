import { Gathered } from '../../bytes/gathered.ts'

const lineFeed = 0x0a
const carriageReturn = 0x0d

/**
 * Passes a stream of events on, each of them whole, and holds never more than one.
 * @param most - bytes of an event.
 * @param see - gets the data of each event before it is passed on.
 * @param tooLong - makes the failure of the stream where an event is longer.
 */
export function eventGuard(
  most: number,
  see: (data: string) => void,
  tooLong: () => Error,
): TransformStream<Uint8Array, Uint8Array> {
  const event = new Gathered()
  /** Whether nothing stands in the line so far. */
  let isBlank = true
  const take = (controller: TransformStreamDefaultController<Uint8Array>) => {
    const bytes = event.take()
    for (const data of dataOf(bytes.toString('utf8'))) see(data)
    controller.enqueue(bytes)
  }
  return new TransformStream({
    transform(chunk, controller) {
      let start = 0
      for (let at = 0; at < chunk.length; at++) {
        if (chunk[at] === lineFeed) {
          if (isBlank) {
            event.add(chunk.subarray(start, at + 1))
            take(controller)
            start = at + 1
          }
          isBlank = true
        } else if (chunk[at] !== carriageReturn) isBlank = false
      }
      event.add(chunk.subarray(start))
      if (event.length > most) throw tooLong()
    },
    flush(controller) {
      if (event.length > 0) take(controller)
    },
  })
}

/** The data of the events in a text. */
function dataOf(text: string): string[] {
  const events = text.split(/\r\n\r\n|\n\n|\r\r|\n\r\n|\r\n\n/)
  return events.flatMap((event) => {
    const lines = event.split(/\r\n|\r|\n/).filter((line) => line.startsWith('data:'))
    return lines.length === 0 ? [] : [lines.map((line) => line.slice(5).replace(/^ /, '')).join('\n')]
  })
}
