import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  scriptedProvider,
  type ProviderRequest,
  type ScriptedAnswer,
  type ScriptedProvider,
} from '@millrace/testkit/provider'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fencesOf, placeOf } from './docs/fences.ts'
import { linesOf } from './docs/lines.ts'
import { onlyLooks } from './docs/manners.ts'
import { scratch } from './docs/scratch.ts'
import { settingsProblems } from './docs/settings-in-pages.ts'
import { problemOf } from './docs/shell.ts'
import { readJson, root } from './support/workspace.ts'

const fences = fencesOf('sh')
const pages = [...new Set(fences.map(({ page }) => page))]

let provider: ScriptedProvider
/** What only looks, and has. */
const seen = new Set<string>()

beforeAll(async () => {
  if (!existsSync(join(root, 'packages/cli/lib/main.js'))) throw new Error('not compiled: npm run build')
  provider = await scriptedProvider(callsThenSays)
})
afterAll(() => provider.close())

describe('the commands in the pages', () => {
  // Beside each other, as most of the time is spent waiting for what a command waits for.
  test.concurrent.for(pages)(
    'run, each line: %s',
    { timeout: 600_000 },
    async (page, { expect, onTestFinished }) => {
      const place = scratch({
        OPENAI_BASE_URL: provider.url,
        OPENAI_API_KEY: 'sk-test',
        MILLRACE_MODEL: 'openai/test',
      })
      onTestFinished(place.remove)
      const problems: string[] = []
      for (const line of fences.filter((fence) => fence.page === page).flatMap(linesOf)) {
        if (seen.has(line.text)) continue
        const problem = await problemOf(line, place)
        if (problem !== undefined) problems.push(`${line.at}: ${line.text}\n${problem}`)
        else if (onlyLooks(line.text)) seen.add(line.text)
      }
      expect(problems.join('\n\n')).toBe('')
    },
  )

  test('begin with the tour', () => {
    const { scripts } = readJson<{ scripts: Record<string, string> }>(join(root, 'package.json'))
    expect(scripts['start']).toBe('millrace tour')
  })
})

describe('the settings in the pages', () => {
  const shown = ['json', 'jsonc'].flatMap(fencesOf)
  test.for(shown.map((fence) => ({ at: placeOf(fence), fence })))('count: $at', ({ fence }) => {
    expect(settingsProblems(fence)).toEqual([])
  })
})

/** A model that asks for three calls, of which the last one is denied, and then has an answer. */
function callsThenSays({ body }: ProviderRequest): ScriptedAnswer {
  if (body.includes('"tool_call_id"')) return { text: 'The first test expects three calls.' }
  return {
    text: 'I look.',
    calls: [
      { name: 'read', arguments: '{"path":"package.json"}' },
      { name: 'grep', arguments: '{"pattern":"TODO"}' },
      { name: 'write', arguments: '{"path":"new.md","content":"new"}' },
    ],
  }
}
