import { createParser, type EventSourceMessage } from 'eventsource-parser'

/** The server says something at least every 15 s; after so many milliseconds without a byte nobody is there any more. */
const longestSilence = 35_000

/** No byte came for too long. */
export class SilentStreamError extends Error {}

/**
 * Reads server-sent events to their end.
 * @throws what a listener threw, `SilentStreamError`, and whatever ended the reading.
 */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  hear: (message: EventSourceMessage) => void,
): Promise<void> {
  const parser = createParser({ onEvent: hear })
  const decoder = new TextDecoder()
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await heard(reader.read())
      if (done) return
      parser.feed(decoder.decode(value, { stream: true }))
    }
  } finally {
    // The stream may have failed already, which is what the caller hears of.
    reader.cancel().catch(() => {})
  }
}

async function heard<T>(next: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new SilentStreamError('the server is silent')), longestSilence)
  })
  try {
    return await Promise.race([next, silence])
  } finally {
    clearTimeout(timer)
  }
}
