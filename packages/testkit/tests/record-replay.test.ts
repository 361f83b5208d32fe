import { ModelError, type AgentModel, type ModelNews, type ModelRequest } from '@millrace/agent'
import { secretRedactor } from '@millrace/protocol'
import {
  recordModel,
  replayModel,
  scriptedModel,
  type RecordOptions,
  type ScriptStep,
} from '@millrace/testkit'
import { describe, expect, test } from 'vitest'

const request = (words: string, system = 'Be brief.'): ModelRequest => ({
  system,
  tools: [{ name: 'read', description: 'Reads.', parameters: { type: 'object' } }],
  messages: [{ role: 'user', content: words }],
  settings: {},
})

const signal = (): AbortSignal => new AbortController().signal

/** The recording of a model that was asked these words, whatever came of it. */
async function recorded(
  script: readonly ScriptStep[],
  words: readonly string[],
  options: RecordOptions = {},
): Promise<string> {
  const lines: string[] = []
  const model = recordModel(scriptedModel(script), (line) => lines.push(line), options)
  for (const each of words) await model.ask(request(each), { signal: signal() }).catch(() => undefined)
  return lines.join('')
}

describe('a recorded model', () => {
  test('answers again as it did, with calls and usage', async () => {
    const script = [
      {
        text: 'Reading.',
        calls: [{ name: 'read', arguments: { path: 'a' } }],
        usage: { input: 5, output: 2 },
      },
    ]
    const text = await recorded(script, ['Go'])
    const original = await scriptedModel(script).ask(request('Go'), { signal: signal() })
    const model = replayModel(text)
    expect(await model.ask(request('Go'), { signal: signal() })).toEqual(original)
    expect(model.remaining).toBe(0)
  })

  test('gives its retries, notices and words as news again', async () => {
    const retry: ModelNews = {
      kind: 'retry',
      attempt: 1,
      code: 'MODEL_RATE_LIMIT',
      message: 'wait',
      delayMs: 5,
    }
    const text = await recorded([{ news: [retry], reasoning: 'Hm.', text: 'Well then.' }], ['Go'])
    const news: ModelNews[] = []
    await replayModel(text).ask(request('Go'), { signal: signal(), onNews: (item) => news.push(item) })
    expect(news).toEqual([retry, { kind: 'reasoning', text: 'Hm.' }, { kind: 'text', text: 'Well then.' }])
  })

  test('fails again as it did', async () => {
    const broken = new ModelError('MODEL_RATE_LIMIT', 'too many', { retryable: true, retryAfterMs: 70 })
    const model = replayModel(await recorded([broken, new TypeError('odd')], ['one', 'two']))
    await expect(model.ask(request('one'), { signal: signal() })).rejects.toEqual(broken)
    await expect(model.ask(request('two'), { signal: signal() })).rejects.toMatchObject({
      name: 'TypeError',
      message: 'odd',
    })
  })

  test('refuses a request that differs, and says where', async () => {
    const model = replayModel(await recorded(['yes'], ['Read the first file']))
    await expect(model.ask(request('Read the second file'), { signal: signal() })).rejects.toMatchObject({
      code: 'RECORDING_MISMATCH',
      message:
        'request 1 is not the recorded one: "messages[0].content" was "Read the first file" and is "Read the second file"; record it again where the change is meant',
    })
  })

  test('refuses a request too many', async () => {
    const model = replayModel(await recorded(['yes'], ['Go']))
    await model.ask(request('Go'), { signal: signal() })
    await expect(model.ask(request('Go'), { signal: signal() })).rejects.toMatchObject({
      code: 'RECORDING_EXHAUSTED',
    })
  })

  test('may ignore the system text, and nothing else', async () => {
    const text = await recorded(['yes'], ['Go'])
    const changed = request('Go', 'Today is Tuesday.')
    await expect(replayModel(text).ask(changed, { signal: signal() })).rejects.toMatchObject({
      message: expect.stringContaining('"system"'),
    })
    const answer = await replayModel(text, { ignoreSystem: true }).ask(changed, { signal: signal() })
    expect(answer.finish).toBe('stop')
  })

  test('keeps no secret, and takes the same secret for the same request', async () => {
    const redact = secretRedactor(['hunter2-hunter2']).json
    const text = await recorded(['It is hunter2-hunter2.'], ['My word is hunter2-hunter2'], { redact })
    expect(text).not.toContain('hunter2')
    const model = replayModel(text, { redact })
    const answer = await model.ask(request('My word is hunter2-hunter2'), { signal: signal() })
    expect(answer.message.content).toEqual([{ type: 'text', text: 'It is [redacted].' }])
  })

  test('has requests that overlapped in the order in which they began', async () => {
    const lines: string[] = []
    const slow = { text: 'slow', delayMs: 5 }
    const model = recordModel(scriptedModel([slow, 'quick']), (line) => lines.push(line))
    await Promise.all(['one', 'two'].map((words) => model.ask(request(words), { signal: signal() })))
    const replayed = replayModel(lines)
    const first = await replayed.ask(request('one'), { signal: signal() })
    expect(first.message.content).toEqual([{ type: 'text', text: 'slow' }])
  })

  test('waits for an abort where it was interrupted', async () => {
    const controller = new AbortController()
    const lines: string[] = []
    const model = recordModel(scriptedModel([{ text: 'Half', waitForAbort: true }]), (line) =>
      lines.push(line),
    )
    const asking = model.ask(request('Go'), { signal: controller.signal })
    controller.abort()
    await asking
    const again = new AbortController()
    const replaying = replayModel(lines).ask(request('Go'), { signal: again.signal })
    setTimeout(() => again.abort(), 1)
    expect((await replaying).finish).toBe('interrupted')
  })

  test('lets a failure of the sink be seen', async () => {
    const full = (line: string): void => {
      if (line.includes('"index"')) throw new Error('disk full')
    }
    const model = recordModel(scriptedModel(['yes']), full)
    await expect(model.ask(request('Go'), { signal: signal() })).rejects.toThrow('disk full')
  })
})

describe('a recording that is none', () => {
  const header = '{"format":"millrace-recording","version":1,"model":{"provider":"p","id":"m"}}'
  const whole = '{"index":0,"request":{},"news":[],"failure":{"name":"Error","message":"x"}}'
  test.each([
    ['is empty', '', 'line 1'],
    ['has a line that is no JSON', `${header}\n{"index`, 'line 2'],
    ['is of another version', header.replace('1,', '2,'), 'line 1'],
    ['has neither answer nor failure', `${header}\n{"index":0,"request":{},"news":[]}`, 'line 2'],
    ['lacks a request', `${header}\n${whole.replace('0', '1')}`, 'request 0'],
    ['has one twice', `${header}\n${whole}\n${whole}`, 'line 3'],
  ])('because it %s is refused with the place', (_title, text, place) => {
    const reading = (): AgentModel => replayModel(text)
    expect(reading).toThrow(
      expect.objectContaining({ code: 'RECORDING_INVALID', message: expect.stringContaining(place) }),
    )
  })
})
