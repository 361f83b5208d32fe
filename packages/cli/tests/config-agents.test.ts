import { describe, expect, test } from 'vitest'
import { millrace } from './millrace.ts'
import { place, settings, settingsIn, userFile } from './settings.ts'

const user = `~/${userFile}`
const price = { input: 1.25, output: 10 }

describe('the model', () => {
  test('is that of the strongest layer, then of the environment, then of the command line', async () => {
    const at = place({ managed: settings({ model: 'a/managed' }), [user]: settings({ model: 'a/user' }) })
    expect((await settingsIn(at)).effective.model?.value).toBe('a/user')
    const within = { ...at, env: { ...at.env, MILLRACE_MODEL: 'a/variable' } }
    expect((await settingsIn(within)).model).toBe('a/variable')
    expect((await settingsIn(within, { model: 'a/flag' })).effective.model).toEqual({
      value: 'a/flag',
      source: '--model',
    })
  })

  test('of a folder that nobody trusts does not count, nor do its prices', async () => {
    const at = place({
      [user]: settings({ model: 'a/mine', prices: { 'a/mine': price } }),
      'millrace.jsonc': settings({ model: 'evil/x', prices: { 'a/mine': { input: 0, output: 0 } } }),
    })
    const found = await settingsIn(at)
    expect([found.model, found.prices, found.ignored]).toEqual([
      'a/mine',
      { 'a/mine': price },
      ['prices', 'model'],
    ])
  })
})

test('how agents call tools is as the strongest layer says, then the command line, and a folder needs trust', async () => {
  const at = place({ [user]: settings({ mode: 'both' }), 'millrace.jsonc': settings({ mode: 'code' }) })
  const found = await settingsIn(at)
  expect([found.toolMode, found.ignored]).toEqual(['both', ['mode of calls']])
  expect((await settingsIn(at, { mode: 'native' })).effective.toolMode).toEqual({
    value: 'native',
    source: '--mode',
  })
  await expect(settingsIn(at, { mode: 'codes' })).rejects.toThrow('unknown mode "codes"; did you mean code?')
})

describe('limits', () => {
  test('of the managed file are the most that anybody may allow', async () => {
    const at = place({
      managed: settings({ limits: { calls: 100, cost: 5 } }),
      [user]: settings({ limits: { calls: 200, steps: 10 } }),
    })
    const found = await settingsIn(at, { limits: [{ value: { cost: 9 }, source: '--max-cost' }] })
    expect(found.limits).toEqual({ steps: 10, calls: 100, cost: 5 })
    expect(found.problems.map(({ place: where }) => where)).toEqual([
      expect.stringContaining('millrace.jsonc:2'),
      '--max-cost',
    ])
  })

  test('of a folder that nobody trusts count where they are lower', async () => {
    const at = place({
      [user]: settings({ limits: { calls: 50, seconds: 60 } }),
      'millrace.jsonc': settings({ limits: { calls: 500, seconds: 5, tokens: 1000 } }),
    })
    const found = await settingsIn(at)
    expect(found.limits).toEqual({ calls: 50, seconds: 5, tokens: 1000 })
    expect(found.ignored).toEqual(['limits'])
  })

  test('give way to the command line', async () => {
    const at = place({ [user]: settings({ limits: { calls: 50 } }) })
    const found = await settingsIn(at, { limits: [{ value: { calls: 500 }, source: '--max-calls' }] })
    expect(found.effective.limits).toEqual({ calls: { value: 500, source: '--max-calls' } })
  })
})

test('all of it is shown with its source, and before a folder is trusted', async () => {
  const text = settings({ model: 'a/b', limits: { calls: 5 }, prices: { 'a/b': price } })
  const at = place({ 'millrace.jsonc': text })
  const asked = await millrace(['trust'], { cwd: at.project, env: at.env, columns: 200 })
  expect(asked.out() + asked.err()).toMatch(
    /model +a\/b[^]*limits +\{"calls":5\}[^]*price +a\/b \{"input":1\.25/,
  )
  await millrace(['trust', '--yes'], { cwd: at.project, env: at.env })
  const shown = await millrace(['config', '--sources'], { cwd: at.project, env: at.env, columns: 200 })
  expect(shown.out()).toMatch(/model +a\/b +millrace\.jsonc:2\n/)
  expect(shown.out()).toMatch(/limits\.calls +5 +millrace\.jsonc:3\n/)
  expect(shown.out()).toMatch(/prices\.a\/b +\{"input":1\.25,"output":10\} +millrace\.jsonc:7\n/)
})
