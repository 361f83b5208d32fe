import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { readCommand } from '../src/permissions/command/read-command.ts'
import { isAllowed, usualAllowList } from './command-support/allow-list.ts'
import { everydayCommands } from './command-support/everyday.ts'

const session = new URL('../../../../shared/data/real-session/calls.jsonl', import.meta.url)

describe('usual commands', () => {
  verifies(['security:C1'], 'few of what is run all day ask', () => {
    const asked = everydayCommands.filter((command) => !isAllowed(command, usualAllowList))
    console.log(`${asked.length} of ${everydayCommands.length} everyday commands ask:\n${asked.join('\n')}`)
    expect(everydayCommands.length).toBeGreaterThanOrEqual(60)
    expect(asked.length).toBeLessThanOrEqual(14)
  })

  if (!existsSync(session)) {
    test.skip('skipped: there is no ../shared/data/real-session', () => {})
    return
  }

  test('all commands of a real session can be read', () => {
    const commands = readFileSync(session, 'utf8')
      .trim()
      .split('\n')
      .map((line): { tool: string; command?: string } => JSON.parse(line))
      .flatMap(({ tool, command }) => (tool === 'bash' && command !== undefined ? [command] : []))
    const readings = commands.map((command) => readCommand(command, ''))
    const unsure = readings.filter(({ kind }) => kind === 'unsure')
    const doubted = readings.filter(
      (reading) => reading.kind === 'parts' && reading.parts.some(({ doubt }) => doubt !== undefined),
    )
    console.log(
      `${commands.length} commands: ${unsure.length} cannot be read, ${doubted.length} leave a doubt`,
    )
    expect(unsure.length).toBeLessThanOrEqual(2)
    expect(doubted.length).toBeLessThanOrEqual(10)
  })
})
