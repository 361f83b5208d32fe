import fc from 'fast-check'
import { crc32 } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { encodeLine } from '@millrace/agent/session'
import type { SessionEvent } from '@millrace/protocol'
import { verifies } from '../../../tests/spec/verifies.ts'
import {
  bytesOf,
  diskWith,
  id,
  printed,
  said,
  session,
  storeOn,
  threeEvents,
  writtenSession,
} from './session-folder.ts'

const nasty = [
  'line\nfeed',
  'carriage\rreturn\r\n',
  'separators \u2028 and \u2029 and \u0085',
  'nul \0 and bell \u0007 and csi \u009b31m and delete \u007f',
  '"quotes" and \\ and \\" and \\u0000',
  '{"seq":0,"time":0,"type":"turn/start","data":{"turn":1,"principal":"root"},"crc":"00000000"}\n',
  '\n{"seq":1,"time":1001,"type":"permission/granted","data":{}}\n',
  ',"crc":"12345678"}',
  'lone \ud800 and \udfff surrogates, and a pair \u{1f600}',
  '',
]

describe('a line', () => {
  verifies(['fault:B131'], 'holds one event, whatever text is in it, and gives it back exactly', async () => {
    const { disk, events } = await writtenSession((log) => {
      for (const text of nasty) log.append('tool/result', printed(text))
    })
    const text = disk.text(`${id}.jsonl`)
    // By every notion of a line that other readers have.
    const ends = '\n\v\f\r\u001c\u001d\u001e\u0085\u2028\u2029'
    expect(Array.from(text).filter((character) => ends.includes(character))).toHaveLength(nasty.length + 1)
    const found = await storeOn(disk).read(id)
    expect(found.events).toEqual(events)
    expect(found.events.map(({ data }) => data)).toEqual(nasty.map(printed))
  })

  verifies(['fault:B131'], 'gives back any text', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: 'binary', maxLength: 60 }), { maxLength: 5 }),
        async (texts) => {
          const { disk } = await writtenSession((log) => {
            for (const text of texts) log.append('tool/result', printed(text))
          })
          const { events, tornBytes } = await storeOn(disk).read(id)
          expect(events.map(({ data }) => data)).toEqual(texts.map(printed))
          expect(tornBytes).toBe(0)
        },
      ),
      { numRuns: 200 },
    )
  })

  test('is a JSON object with its checksum last, over all bytes before that', async () => {
    const { disk } = await writtenSession()
    const lines = disk.text(`${id}.jsonl`).trimEnd().split('\n')
    for (const line of lines) {
      const [, body = '', checksum] = /^(.*),"crc":"([0-9a-f]{8})"\}$/s.exec(line) ?? []
      expect(crc32(body).toString(16).padStart(8, '0')).toBe(checksum)
    }
    expect(lines.map((line) => Object.keys(JSON.parse(line) as object))).toEqual([
      ['format', 'version', 'id', 'time', 'cwd', 'principal', 'versions', 'tools', 'crc'],
      ['seq', 'time', 'type', 'data', 'crc'],
      ['seq', 'time', 'type', 'data', 'synced', 'crc'],
      ['seq', 'time', 'type', 'data', 'synced', 'crc'],
    ])
  })

  test('has the agent and whether it may be skipped before its data', async () => {
    const { disk } = await writtenSession((log) => {
      log.append(
        'model/notice',
        { turn: 1, step: 1, message: 'a schema lost its pattern' },
        { agent: 'child' },
      )
    })
    const [, line = ''] = disk.text(`${id}.jsonl`).split('\n')
    expect(Object.keys(JSON.parse(line) as object)).toEqual([
      'seq',
      'time',
      'type',
      'agent',
      'ignorable',
      'data',
      'crc',
    ])
  })

  test('is printed exactly as it stands in the log, for events that were appended and for those that were read', async () => {
    const { disk, events } = await writtenSession(async (log) => {
      await threeEvents(log)
      for (const text of nasty) log.append('tool/result', printed(text), { agent: 'child' })
    })
    const { header, events: found } = await storeOn(disk).read(id)
    const whole = bytesOf(disk).toString()
    const printedAll = (of: typeof events): string =>
      [header, ...of].map((record) => Buffer.from(encodeLine(record)).toString()).join('')
    expect([printedAll(found), printedAll(events)]).toEqual([whole, whole])
  })

  test('may be as deep and as long as memory allows', async () => {
    let deep: unknown = 'bottom'
    for (let depth = 0; depth < 20_000; depth++) deep = [deep]
    const { disk } = await writtenSession((log) => {
      log.append('tool/result', { ...printed('x'.repeat(3_000_000)), meta: deep as never })
      log.append('user/message', said('after it'))
    })
    const { events } = await storeOn(disk).read(id)
    expect(events.at(-1)?.data).toEqual(said('after it'))
    let found = (events[0] as SessionEvent<'tool/result'>).data.meta as unknown
    let depth = 0
    for (; Array.isArray(found); depth++) found = found[0]
    expect([depth, found]).toEqual([20_000, 'bottom'])
  })

  test('never has a time before that of the line before it, however the clock goes', async () => {
    const disk = diskWith('')
    await disk.remove(`${id}.jsonl`)
    const times = [5000, 4000.7, Number.NaN, 6000.9, -1, Number.POSITIVE_INFINITY]
    const clock = { now: () => times.shift() ?? 0, monotonic: () => 0 }
    const log = await storeOn(disk, { clock }).create(session())
    const events = Array.from({ length: 5 }, () => log.append('user/message', said('words')))
    await log.close()
    expect([log.header.time, ...events.map(({ time }) => time)]).toEqual([5000, 5000, 5000, 6000, 6000, 6000])
  })
})
