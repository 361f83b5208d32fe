import { secretRedactor } from '@millrace/protocol'
import { describe, expect, test } from 'vitest'
import { secretValues } from './secret-values.ts'

describe('secretValues', () => {
  const values = (env: Record<string, string>, named: string[]): { found: string[]; told: string[] } => {
    const told: string[] = []
    return { found: secretValues(env, named, (message) => told.push(message)), told }
  }

  test('are those of the usual variables and of the named ones', () => {
    const env = { OPENAI_API_KEY: 'sk-first-key ', TOKEN: 'second-key', OTHER: 'not named here' }
    expect(values(env, ['TOKEN', 'OPENAI_API_KEY', 'MISSING'])).toEqual({
      found: ['sk-first-key', 'second-key'],
      told: [],
    })
  })

  test.each(['12345', '😀😀😀', ' abc   '])(
    'of too few characters are told of, and no redactor fails: %j',
    (short) => {
      const { found, told } = values({ TOKEN: short, BRAVE_API_KEY: short }, ['TOKEN'])
      expect(found).toEqual([])
      expect(told).toEqual([expect.stringMatching(/^the value of TOKEN is too short/)])
      expect(told[0]).not.toContain(short)
    },
  )

  test.each(['message', 'Content', 'system'])('that are words of every log are told of: %j', (word) => {
    const { found, told } = values({ OPENAI_API_KEY: word }, [])
    expect(found).toEqual([])
    expect(told).toEqual([expect.stringMatching(/^the value of OPENAI_API_KEY is a word that every log/)])
  })

  test('of enough characters can be redacted', () => {
    const { found } = values({ TOKEN: '😀😀😀😀😀😀' }, ['TOKEN'])
    expect(secretRedactor(found).text('it is 😀😀😀😀😀😀.')).not.toContain('😀')
  })
})
