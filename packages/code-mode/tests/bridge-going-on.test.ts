import { memoryRuns, type CodeRuntime, type MemoryRuns } from '@millrace/code-mode'
import { inlineRuntime } from '@millrace/code-mode/runtimes'
import type { ContentBlock, UserMessage } from '@millrace/protocol'
import { canContinueCall } from '@millrace/tools'
import { describe, expect, onTestFinished, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { codeBench, gate, settled, shownOf, tool } from './support/setup.ts'

const key = { sessionId: 'session-1', callId: 'outer' }

/** Without a way to capture machines: programs go on from their first line. */
function withoutImages(): CodeRuntime {
  const inner = inlineRuntime()
  const { language, isolation, boundary } = inner
  return {
    language,
    isolation,
    boundary,
    run: (request) => ({ outcome: inner.run(request).outcome, capture: async () => undefined }),
    warm: () => inner.warm(),
    close: () => inner.close(),
  }
}

/** One process: effects that outlive it, and an approval that may never come. */
async function life(store: MemoryRuns, runtime: CodeRuntime, done: string[]) {
  const answers = gate<boolean>()
  const asked = gate()
  const bench = await codeBench({ store, runtime })
  const effect = (name: string) =>
    tool({
      name,
      isConcurrencySafe: () => name === 'side',
      execute: async (args, exec) => {
        done.push(`${name} ${JSON.stringify(args)}`)
        exec.deferContext({ role: 'user', content: `after ${name}` })
        return { did: name, n: done.length }
      },
    })
  for (const name of ['step', 'side', 'edit']) bench.tools.register(effect(name))
  bench.ctx.on('tools/pre-execute', async (exec, next) => {
    if (exec.name !== 'edit') return next()
    const question = { requestId: 'q', callId: exec.callId, toolName: 'edit', argumentsHash: '' }
    bench.ctx.emit('approval/asked', question)
    asked.open(undefined)
    const yes = await answers.passed
    bench.ctx.emit('approval/decided', { ...question, outcome: yes ? 'allowed-once' : 'rejected', by: 'me' })
    return yes ? next() : { kind: 'deny', reason: 'rather not' }
  })
  // What is left of a life that was cut off must come to an end, or nobody could end it.
  onTestFinished(() => answers.open(false))
  const start = (code: string) => bench.run(code, { callId: 'outer' })
  return { ...bench, answer: answers.open, asked: asked.passed, start }
}

const program = `
  const random = Math.random()
  console.log('before', random)
  const first = await tools.step({ n: 1 })
  const pair = await Promise.all([tools.side({ n: 2 }), tools.side({ n: 3 })])
  let edited
  try { edited = await tools.edit({ file: 'a' }) } catch (error) { edited = error.message }
  console.log('after', random)
  return { first: first.did, pair: pair.map(each => each.did), edited: edited.did ?? edited }`

describe.each([
  ['image', inlineRuntime],
  ['journal', withoutImages],
] as const)('a program that goes on from its %s', (from, runtimeOf) => {
  test('asks the same again, repeats no finished call, and ends as if nothing had happened', async () => {
    const done: string[] = []
    const store = memoryRuns()
    const before = await life(store, runtimeOf(), done)
    void before.start(program)
    await before.asked
    await settled(20)
    const left = store.killed()
    const after = await life(left, runtimeOf(), done)
    expect(await canContinueCall(after.tools, 'run_code', key)).toBe(true)
    const outcome = after.start('the arguments of the call count for nothing now')
    await after.asked
    expect(done).toEqual(['step {"n":1}', 'side {"n":2}', 'side {"n":3}'])
    after.answer(true)
    const result = await outcome
    expect(result.value).toMatchObject({ result: { first: 'step', pair: ['side', 'side'], edited: 'edit' } })
    expect(done).toEqual(['step {"n":1}', 'side {"n":2}', 'side {"n":3}', 'edit {"file":"a"}'])
    expect(after.events.of('tool/code-resumed')).toEqual([{ callId: 'outer', from, recorded: 3, unknown: 0 }])
    const { logs } = result.value as { logs: string[] }
    expect(logs).toHaveLength(2)
    if (from === 'image') expect(logs[1]?.replace('after', 'before')).toBe(logs[0])
    expect(after.events.of('tool/code-console').map(({ text }) => text)).toEqual([logs[1]])
    expect(result.additionalContexts?.map(({ content }) => content)).toEqual([
      'after step',
      'after side',
      'after side',
      'after edit',
    ])
    expect(await left.has(key)).toBe(false)
  })

  test('hears the reason of a denial', async () => {
    const store = memoryRuns()
    const before = await life(store, runtimeOf(), [])
    void before.start(program)
    await before.asked
    await settled(20)
    const after = await life(store.killed(), runtimeOf(), [])
    const outcome = after.start(program)
    await after.asked
    after.answer(false)
    expect((await outcome).value).toMatchObject({ result: { edited: 'rather not' } })
  })

  test('is told where the outcome of a call is not known, and again after a second crash', async () => {
    const done: string[] = []
    const store = memoryRuns()
    const before = await life(store, runtimeOf(), done)
    before.tools.register(
      tool({
        name: 'hangs',
        execute: (_args, { signal }) =>
          new Promise((_, reject) => {
            done.push('hangs')
            signal.addEventListener('abort', reject)
          }),
      }),
    )
    const code = `
      const step = await tools.step({})
      const [lost] = await Promise.allSettled([tools.hangs({})])
      await tools.edit({})
      return [step.did, lost.reason.code, lost.reason.message]`
    void before.start(code)
    await expect.poll(() => done).toContain('hangs')
    await settled()
    let left = store.killed()
    for (let crash = 0; crash < 2; crash++) {
      const again = await life(left, runtimeOf(), done)
      again.tools.register(tool({ name: 'hangs' }))
      void again.start(code)
      await again.asked
      await settled(20)
      expect(again.events.of('tool/code-resumed')).toMatchObject([{ unknown: crash === 0 ? 1 : 0 }])
      left = left.killed()
    }
    const last = await life(left, runtimeOf(), done)
    last.tools.register(tool({ name: 'hangs' }))
    const outcome = last.start(code)
    await last.asked
    last.answer(true)
    const result = await outcome
    expect(result.value).toMatchObject({
      result: ['step', 'OUTCOME_UNKNOWN', expect.stringContaining('#2 of "hangs" is not known')],
    })
    expect(done).toEqual(['step {}', 'hangs', 'edit {}'])
  })

  test('shows the pictures that it had', async () => {
    const image: ContentBlock = {
      type: 'image',
      data: Buffer.from('picture').toString('base64'),
      mimeType: 'image/png',
    }
    const shot = tool({
      name: 'shot',
      execute: async () => [image] as never,
      output: { schema: {}, render: () => [image] },
    })
    const store = memoryRuns()
    const code = `
      const [one] = await tools.shot({})
      show(one)
      await tools.edit({})
      return one`
    const before = await life(store, runtimeOf(), [])
    before.tools.register(shot)
    void before.start(code)
    await before.asked
    await settled(20)
    const after = await life(store.killed(), runtimeOf(), [])
    const outcome = after.start(code)
    await after.asked
    after.answer(true)
    const result = await outcome
    expect(result.value).toMatchObject({ result: { $image: 'img_1' } })
    const last = result.additionalContexts?.at(-1) as UserMessage
    expect(last.content).toMatchObject([{ type: 'text' }, image])
  })
})

describe('a program that goes on', () => {
  verifies(['contract:B10'], 'and does something else is ended clearly', async () => {
    const cases: [code: string, told: RegExp][] = [
      [
        'await tools.step({ at: Math.random() }); await tools.edit({})',
        /call #1 of "step" has other arguments/,
      ],
      [
        'await tools[Math.random() < first ? "step" : "side"]({}); await tools.edit({})',
        /call #1 was "step" before .* and is "side" now/,
      ],
      [
        'if (first) await tools.step({}); await tools.edit({})',
        /call #1 was "step" before .* and is "edit" now/,
      ],
      [
        'if (first) await tools.step({}); if (first) await tools.edit({}); return 1',
        /ended without call #1 of "step"/,
      ],
    ]
    for (const [code, told] of cases) {
      const done: string[] = []
      const store = memoryRuns()
      const before = await life(store, withoutImages(), done)
      void before.start(`const first = 1; ${code}`)
      await before.asked
      await settled(20)
      const left = store.killed()
      // The same text in a world that is another one.
      const entries = await left.resume(key)
      await entries?.journal.end()
      const journal = await left.begin(key, {
        program: `const first = 0; ${code}`,
        bindings: entries?.run.bindings ?? [],
      })
      for (const entry of entries?.run.entries ?? []) journal.append(entry)
      await journal.close()
      const after = await life(left, withoutImages(), done)
      const result = await after.start(code)
      expect(shownOf(result)).toMatch(/^Error: code run failed \(diverged\): /)
      expect(shownOf(result)).toMatch(told)
      expect(done).toHaveLength(1)
    }
  })

  test('from an image of another build falls back to the journal', async () => {
    const done: string[] = []
    const store = memoryRuns()
    const before = await life(store, inlineRuntime(), done)
    void before.start(program)
    await before.asked
    await settled(20)
    const other = { ...withoutImages(), build: 'another build' }
    const after = await life(store.killed(), other, done)
    const outcome = after.start(program)
    await after.asked
    after.answer(true)
    expect((await outcome).isError).toBe(false)
    expect(after.events.of('tool/code-resumed')).toMatchObject([{ from: 'journal' }])
    expect(done).toHaveLength(4)
  })

  test('keeps the winner of a race', async () => {
    const slow = gate()
    const store = memoryRuns()
    const code = `
      const winner = await Promise.race([tools.slow({}), tools.side({ n: 1 })])
      await tools.step({ winner: winner.did })
      await tools.edit({})
      return winner.did`
    const before = await life(store, withoutImages(), [])
    before.tools.register(tool({ name: 'slow', execute: async () => (await slow.passed, { did: 'slow' }) }))
    void before.start(code)
    await expect.poll(() => before.events.of('tool/code-dispatch')).toHaveLength(1)
    await settled()
    slow.open(undefined)
    await before.asked
    await settled(20)
    const after = await life(store.killed(), withoutImages(), [])
    const outcome = after.start(code)
    await after.asked
    after.answer(true)
    expect((await outcome).value).toMatchObject({ result: 'side' })
  })

  test('goes on where the host has smaller limits by now, and says which picture is no longer shown', async () => {
    const store = memoryRuns()
    const code = `show({ $image: 'img_1' }); await tools.$show('img_2'); return 'went on'`
    const journal = await store.begin(key, {
      program: `await tools.step({}); ${code}`,
      bindings: ['step', '$show'],
    })
    const images = [1, 2].map((n) => ({
      handle: `img_${n}`,
      data: 'AAA'.repeat(n) + 'A',
      mimeType: 'image/png',
    }))
    journal.append({ kind: 'made', id: 1, name: 'step', arguments: {} })
    journal.append({ kind: 'ended', id: 1, reply: { ok: true, text: '1', images } })
    for (const id of [2, 3]) {
      const shown = id === 2 ? { $image: 'img_1' } : 'img_2'
      journal.append({ kind: 'made', id, name: '$show', arguments: shown })
      journal.append({ kind: 'ended', id, reply: { ok: true, text: 'null' } })
    }
    const { run } = await codeBench({
      store: store.killed(),
      runtime: withoutImages(),
      limits: { images: 1 },
    })
    const { value } = await run('', { callId: 'outer' })
    expect(value).toMatchObject({
      logs: [expect.stringMatching(/at most 1 pictures; img_2/)],
      result: 'went on',
    })
  })

  test('is forgotten when it ended, however it ended', async () => {
    const store = memoryRuns()
    const bench = await life(store, inlineRuntime(), [])
    for (const code of ['return 1', 'throw 1', 'for (;;', 'await tools.nothing({})']) {
      await bench.start(code)
      expect(await store.killed().has(key)).toBe(false)
    }
    const outer = new AbortController()
    const outcome = bench.run('await tools.edit({})', { callId: 'outer', signal: outer.signal })
    await bench.asked
    outer.abort()
    bench.answer(true)
    expect((await outcome).isError).toBe(true)
    expect(await store.killed().has(key)).toBe(false)
  })
})
