import { afterEach, describe, expect, test, vi } from 'vitest'
import { readEvents, SilentStreamError } from './read-events.ts'

function body(...parts: readonly (string | Uint8Array)[]): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    start(sink) {
      for (const part of parts) sink.enqueue(typeof part === 'string' ? encoder.encode(part) : part)
      sink.close()
    },
  })
}

async function heardIn(stream: ReadableStream<Uint8Array>): Promise<[string | undefined, string][]> {
  const heard: [string | undefined, string][] = []
  await readEvents(stream, ({ event, data }) => heard.push([event, data]))
  return heard
}

afterEach(() => {
  vi.useRealTimers()
})

describe('server-sent events', () => {
  test('are heard in order, by name', async () => {
    const stream = body('event: a\ndata: 1\n\nevent: b\nda', 'ta: 2\n\n')
    expect(await heardIn(stream)).toEqual([
      ['a', '1'],
      ['b', '2'],
    ])
  })

  test('are whole where a character is cut between two pieces', async () => {
    const bytes = new TextEncoder().encode('event: a\ndata: 直\n\n')
    expect(await heardIn(body(bytes.slice(0, 17), bytes.slice(17)))).toEqual([['a', '直']])
  })

  test('say nothing by a comment', async () => {
    expect(await heardIn(body(': \n\n', 'event: a\ndata: 1\n\n'))).toEqual([['a', '1']])
  })

  test('end with what a listener throws, and the stream is let go', async () => {
    const cancelled = vi.fn()
    const stream = new ReadableStream<Uint8Array>({
      start: (sink) => sink.enqueue(new TextEncoder().encode('event: a\ndata: 1\n\n')),
      cancel: cancelled,
    })
    const reading = readEvents(stream, () => {
      throw new Error('no')
    })
    await expect(reading).rejects.toThrow('no')
    expect(cancelled).toHaveBeenCalled()
  })

  test('end where the server is silent for too long', async () => {
    vi.useFakeTimers()
    const reading = readEvents(new ReadableStream(), () => {})
    const ended = expect(reading).rejects.toThrow(SilentStreamError)
    await vi.advanceTimersByTimeAsync(36_000)
    await ended
  })

  test('go on where it says something now and then', async () => {
    vi.useFakeTimers()
    let sink: ReadableStreamDefaultController<Uint8Array> | undefined
    const stream = new ReadableStream<Uint8Array>({ start: (own) => void (sink = own) })
    const heard: string[] = []
    const reading = readEvents(stream, ({ data }) => heard.push(data))
    for (let beat = 0; beat < 5; beat++) {
      await vi.advanceTimersByTimeAsync(20_000)
      sink?.enqueue(new TextEncoder().encode(': \n\n'))
    }
    sink?.enqueue(new TextEncoder().encode('event: a\ndata: last\n\n'))
    sink?.close()
    await reading
    expect(heard).toEqual(['last'])
  })
})
