import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { manualClock } from '@millrace/host'
import { simulatedDisk, type SimulatedDisk } from '@millrace/testkit/disk'
import { fileName, id, listOf, printed, said, session, storeOn, writtenSession } from './session-folder.ts'

const excerpts = async (disk: SimulatedDisk, words: string): Promise<readonly (string | number)[][]> =>
  (await listOf(storeOn(disk).search(words))).map(({ seq, excerpt }) => [seq, excerpt])

const saying = async (...texts: readonly string[]): Promise<SimulatedDisk> => {
  const { disk } = await writtenSession((log) => {
    for (const text of texts) log.append('user/message', said(text))
  })
  return disk
}

describe('a search', () => {
  test('looks at what people, models and tools said, and at nothing else', async () => {
    const { disk } = await writtenSession((log) => {
      log.append('turn/start', { turn: 1, principal: 'needle' })
      log.append('user/message', said('a needle of the person'))
      log.append('assistant/chunk', { turn: 1, step: 1, kind: 'text', text: 'a needle on its way' })
      log.append('assistant/message', {
        turn: 1,
        step: 1,
        finish: 'tool-calls',
        message: {
          role: 'assistant',
          content: [{ type: 'text', text: 'a needle of the model' }],
          reasoning: [{ text: 'a needle in thought' }],
        },
      })
      log.append('tool/call', {
        turn: 1,
        step: 1,
        callId: 'needle',
        name: 'needle',
        arguments: '{"find":"needle"}',
      })
      log.append('tool/result', { ...printed('a needle of the tool'), meta: 'needle' })
    })
    expect(await excerpts(disk, 'needle')).toEqual([
      [1, 'a needle of the person'],
      [3, 'a needle of the model'],
      [4, '{"find":"needle"}'],
      [5, 'a needle of the tool'],
    ])
    const [hit] = await listOf(storeOn(disk).search('the tool'))
    expect(hit).toEqual({ id, seq: 5, type: 'tool/result', excerpt: 'a needle of the tool' })
  })

  test('does not mind capitals, in any script', async () => {
    const disk = await saying('The Quick FOX', 'GRÜẞE aus KÖLN', 'ΟΔΟΣ and ΟΔΟΣΑ', 'İstanbul is a city')
    expect(await excerpts(disk, 'quick fox')).toHaveLength(1)
    expect(await excerpts(disk, 'köln')).toHaveLength(1)
    expect(await excerpts(disk, 'οδοσ')).toHaveLength(1)
    expect(await excerpts(disk, 'A CITY')).toEqual([[3, 'İstanbul is a city']])
    expect(await excerpts(disk, 'nowhere')).toEqual([])
    expect(await excerpts(disk, '')).toEqual([])
  })

  test('finds words that a line writes in another way', async () => {
    const words = [
      'say "no"',
      'C:\\new',
      'two\nlines',
      'a\ttab',
      'csi \u009b',
      'next \u0085 line',
      'one \u2028 two',
      'é and \u{1f600}',
    ]
    const disk = await saying(...words)
    for (const [index, text] of words.entries()) {
      expect([text, (await excerpts(disk, text)).map(([seq]) => seq)]).toEqual([text, [index]])
    }
  })

  test('finds any part of any text', async () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(text, text, text, async (before, words, after) => {
        const disk = await saying(before + words + after)
        expect(await excerpts(disk, words)).toHaveLength(1)
      }),
      { numRuns: 150 },
    )
  })

  test('shows the words in their surroundings, code points whole, within 200 units', async () => {
    const wide = '\u{1f600}'.repeat(300)
    for (const shift of ['', 'x']) {
      const disk = await saying(`${shift}${wide}needle${wide}`, `${'y'.repeat(500)}${'needle'.repeat(100)}`)
      for (const [, excerpt = ''] of await excerpts(disk, 'needle')) {
        expect(String(excerpt).length).toBeLessThanOrEqual(200)
        expect([String(excerpt).isWellFormed(), String(excerpt).includes('needle')]).toEqual([true, true])
      }
      expect(await excerpts(disk, 'needle'.repeat(60))).toHaveLength(1)
    }
  })

  test('goes through the latest session first, and ends when it is told to', async () => {
    const clock = manualClock(1_000_000)
    const disk = simulatedDisk({ clock })
    for (const name of ['old', 'new']) {
      clock.advance(1000)
      const log = await storeOn(disk).create(session({ id: name }))
      for (let count = 0; count < 3; count++) log.append('user/message', said('a needle'))
      await log.close()
    }
    const hits = await listOf(storeOn(disk).search('needle'))
    expect(hits.map(({ id: found, seq }) => `${found} ${seq}`)).toEqual([
      'new 0',
      'new 1',
      'new 2',
      'old 0',
      'old 1',
      'old 2',
    ])
    const controller = new AbortController()
    const searching = (async () => {
      for await (const hit of storeOn(disk).search('needle', { signal: controller.signal })) {
        if (hit.seq === 2) controller.abort(new Error('enough'))
      }
    })()
    await expect(searching).rejects.toThrow('enough')
    expect(disk.openFiles).toBe(0)
    const late = listOf(storeOn(disk).search('needle', { signal: AbortSignal.abort(new Error('before')) }))
    await expect(late).rejects.toThrow('before')
  })

  test('passes over what is damaged, and finds what is not', async () => {
    const disk = await saying('a needle', 'a needle, too')
    disk.put(fileName, disk.text(fileName).replace('a needle, too', 'a NEEDLE, too'))
    disk.put('empty.jsonl', '')
    disk.put('rubbish.jsonl', 'needle\nneedle')
    expect(await excerpts(disk, 'needle')).toEqual([[0, 'a needle']])
  })

  test('reads a log in parts of bounded size', async () => {
    const disk = await saying(
      ...Array.from({ length: 60 }, (_, count) => `${'x'.repeat(100_000)} ${count} needle`),
    )
    const begin = disk.operationCount
    expect(await excerpts(disk, 'needle')).toHaveLength(60)
    const reads = disk.operations().filter(({ index, kind }) => index > begin && kind === 'read')
    expect(Math.max(...reads.map(({ bytes = 0 }) => bytes))).toBeLessThanOrEqual(1024 * 1024)
  })
})
