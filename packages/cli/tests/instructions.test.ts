import { describe, expect, test } from 'vitest'
import { run } from './mcp-place.ts'
import { runs, type Home, type Ran } from './running.ts'
import { place, settings, type Place } from './settings.ts'

const said = 'Always write haiku.'
const widening = settings({ permissions: { allow: ['Bash(make)'] } })
const holding = settings({ permissions: { deny: ['Bash(make)'] } })
const warning = /millrace: warn: agents are not told what AGENTS\.md says, as this folder has settings/g

const here = (files: Readonly<Record<string, string>>): Place =>
  place({ 'AGENTS.md': said, ...files }, { NO_COLOR: '1', MILLRACE_SANDBOX: 'off' })

async function asked({ home, project }: Place): Promise<Ran> {
  const env: Home['env'] = { HOME: home, NO_COLOR: '1', MILLRACE_SANDBOX: 'off' }
  return runs(['hello'], ['Hello.'], { at: { project, env, logs: () => [] } })
}

/** Whether the model was told, and how often a person was told that it was not. */
async function told(at: Place): Promise<[boolean, number]> {
  const { status, model, err } = await asked(at)
  expect(status, err()).toBe(0)
  return [model.requests[0]?.system.includes(said) ?? false, err().match(warning)?.length ?? 0]
}

describe('what a folder tells agents', () => {
  test.each([
    ['no settings', {}],
    ['settings that only hold back', { 'millrace.jsonc': holding }],
  ])('reaches the model where it has %s, which need no trust', async (_what, files) => {
    expect(await told(here(files))).toEqual([true, 0])
  })

  test('is left out, with one warning, where it has settings that want trust, until it has it', async () => {
    const at = here({ 'millrace.jsonc': widening })
    expect(await told(at)).toEqual([false, 1])
    expect((await run(at, ['trust', '--yes'])).status).toBe(0)
    expect(await told(at)).toEqual([true, 0])
    at.write('millrace.jsonc', holding)
    expect(await told(at)).toEqual([false, 1])
  })

  test('is not told to be left out where it is nothing', async () => {
    const { err } = await asked(place({ 'millrace.jsonc': widening }))
    expect(err()).not.toMatch(warning)
  })
})
