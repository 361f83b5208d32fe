import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SessionEventMap } from '@millrace/protocol'
import { simulatedDisk } from '@millrace/testkit/disk'
import { verifies } from '../../../tests/spec/verifies.ts'
import { bytesOf, failureOf, id, printed, said, session, storeOn, writtenSession } from './session-folder.ts'

const words = fc.string({ unit: 'binary', maxLength: 20 })
const block = fc.record({ type: fc.constant('text' as const), text: words })
const place = { turn: fc.nat(), step: fc.nat() }

/** One event of some type, with data that its type allows. */
const anyEvent = fc.oneof(
  fc.tuple(fc.constant('turn/start' as const), fc.record({ turn: fc.nat(), principal: words })),
  fc.tuple(
    fc.constant('user/message' as const),
    fc.record({
      ...place,
      message: fc.record({ role: fc.constant('user' as const), content: fc.oneof(words, fc.array(block)) }),
    }),
  ),
  fc.tuple(
    fc.constant('tool/call' as const),
    fc.record({ ...place, callId: words, name: words, arguments: words }),
  ),
  fc.tuple(
    fc.constant('tool/result' as const),
    fc.record(
      {
        ...place,
        callId: words,
        callSeq: fc.nat(),
        content: fc.array(block),
        isError: fc.boolean(),
        // JSON text has a negative zero, lossless values have none.
        meta: fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as never),
      },
      { requiredKeys: ['turn', 'step', 'callId', 'callSeq', 'content', 'isError'] },
    ),
  ),
  fc.tuple(
    fc.constant('assistant/chunk' as const),
    fc.record({ ...place, kind: fc.constant('text' as const), text: words }),
  ),
)

const options = fc.record({ agent: fc.string({ minLength: 1 }) }, { requiredKeys: [] })

describe('what can be appended', () => {
  verifies(['fault:B133'], 'can be loaded, and is what it was', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(anyEvent, options, fc.boolean()), { maxLength: 12 }),
        fc.constantFrom('step' as const, 'event' as const, 'never' as const),
        async (entries, flushing) => {
          const disk = simulatedDisk()
          const store = storeOn(disk)
          const log = await store.create(session(), { flushing })
          const live = []
          for (const [[type, data], option, isFlushed] of entries) {
            live.push(log.append(type, data as SessionEventMap[typeof type], option))
            if (isFlushed) await log.flush()
          }
          await log.close()
          const { events, log: again } = await store.open(id)
          expect(events).toEqual(live)
          again.append('turn/start', { turn: 1, principal: 'user' })
          await again.close()
          expect((await store.read(id)).events).toHaveLength(live.length + 1)
        },
      ),
      { numRuns: 150 },
    )
  })

  verifies(
    ['fault:B133'],
    'is only what a reader takes: anything else is refused before it has a number',
    async () => {
      const disk = simulatedDisk()
      const log = await storeOn(disk).create(session())
      const before = bytesOf(disk)
      const refused: [type: string, data: unknown, options?: object][] = [
        ['user/message', undefined],
        ['user/message', null],
        ['user/message', ['no', 'object']],
        ['user/message', { turn: 1, step: 1 }],
        ['user/message', { turn: 1, step: 1, message: { role: 'user', content: 7 } }],
        ['user/message', { ...said('x'), turn: Number.NaN }],
        ['user/message', { ...said('x'), extra: undefined }],
        ['tool/result', { ...printed('x'), meta: new Date(0) }],
        ['tool/result', { ...printed('x'), meta: { run: () => 'code' } }],
        ['tool/result', { ...printed('x'), content: [{ type: 'text' }] }],
        ['tool/result', { ...printed('x'), content: 'no blocks' }],
        ['tool/call', { turn: 1, step: 1, callId: 'a', name: 'b', arguments: { parsed: true } }],
        ['turn/end', { turn: 1, reason: 'done', totals: {}, session: {} }],
        ['other/type', { fine: true }],
        ['__proto__', { fine: true }],
        ['', { fine: true }, { ignorable: true }],
        ['user/message', said('x'), { agent: '' }],
      ]
      for (const [type, data, option] of refused) {
        const failure = await failureOf((async () => log.append(type as never, data as never, option))())
        expect([type, failure.code]).toEqual([
          type,
          expect.stringMatching(/^(SESSION_UNSUPPORTED|NOT_LOSSLESS_JSON)$/),
        ])
        expect(failure.message).toContain('cannot be logged')
      }
      expect([log.next, log.failure]).toEqual([0, undefined])
      await log.close()
      expect(bytesOf(disk)).toEqual(before)
    },
  )

  test('is frozen, and does not change with what it was made of', async () => {
    const data = said('as it was')
    const { disk, events } = await writtenSession((log) => {
      log.append('user/message', data)
      data.message.content = 'as it is now'
    })
    expect(events[0]?.data).toEqual(said('as it was'))
    expect(Object.isFrozen(events[0]) && Object.isFrozen(events[0]?.data)).toBe(true)
    expect((await storeOn(disk).read(id)).events).toEqual(events)
  })

  test('has types of plugins that the store was told of, and others that may be skipped', async () => {
    const disk = simulatedDisk()
    const told = storeOn(disk, { knownEvents: ['plugin/done'] })
    const log = await told.create(session())
    log.append('plugin/done' as never, { result: 1 } as never)
    log.append('plugin/news' as never, { text: 'nothing much' } as never, { ignorable: true })
    log.append('user/message', said('after both'))
    await log.close()
    expect((await told.read(id)).events.map(({ type }) => type)).toEqual(['plugin/done', 'user/message'])
    const failure = await failureOf(storeOn(disk).read(id))
    expect(failure.code).toBe('SESSION_UNSUPPORTED')
    expect(failure.message).toMatch(/"plugin\/done".*written by millrace 0\.1\.0.*plugin/)
  })
})

describe('a new session', () => {
  test.each([
    ['an id that is no file name', { id: '../up' }],
    ['an empty id', { id: '' }],
    ['no principal', { principal: '' }],
    ['no folder', { cwd: '' }],
    ['versions that are no texts', { versions: { millrace: 1 as never } }],
    ['a fork of nothing', { forkOf: { session: 'x', seq: -1 } }],
    [
      'more tools than a header holds',
      { tools: Object.fromEntries(Array.from({ length: 40_000 }, (_, n) => [`tool_${n}`, 'f'.repeat(16)])) },
    ],
  ])('is refused with %s, and leaves nothing', async (_, over) => {
    const disk = simulatedDisk()
    expect((await failureOf(storeOn(disk).create(session(over)))).code).toBe('SESSION_UNSUPPORTED')
    expect(disk.contents().size).toBe(0)
  })

  test('is refused where there is one of this id', async () => {
    const { disk } = await writtenSession()
    expect(await failureOf(storeOn(disk).create(session()))).toMatchObject({ code: 'SESSION_EXISTS' })
    expect((await storeOn(disk).read(id)).events).toHaveLength(3)
  })

  test('is durable with its name before it is there', async () => {
    const disk = simulatedDisk()
    const log = await storeOn(disk).create(session())
    for (const { disk: after } of disk.crashStates())
      expect((await storeOn(after).read(id)).header.id).toBe(id)
    await log.close()
  })
})
