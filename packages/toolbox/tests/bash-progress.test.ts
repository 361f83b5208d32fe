import { expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { inShell } from './support/in-shell.ts'

const shell = inShell()

/** What a command reports while it runs, and its value. */
async function reports(command: string): Promise<{ texts: string[]; value: unknown }> {
  const texts: string[] = []
  shell.runtime.ctx.on('tools/progress', (_, { text }) => {
    texts.push(text ?? '')
    return undefined
  })
  const { value } = await shell.call('bash', { command })
  return { texts, value }
}

test('the last lines of the output are reported while a command runs', async () => {
  const { texts } = await reports('echo one; sleep 0.4; echo two; sleep 0.4; seq 1 5000; sleep 0.4')
  expect(texts[0]).toBe('one\n')
  expect(texts).toContain('one\ntwo\n')
  expect(texts.at(-1)).toMatch(/^4\d\d\d\n(\d+\n)*5000\n$/)
  expect(texts.at(-1)!.length).toBeLessThanOrEqual(2000)
})

test('reports come at most ten times a second, and none after the end', async () => {
  const began = performance.now()
  const { texts } = await reports('for i in {1..60}; do echo $i; sleep 0.01; done')
  const tenths = (performance.now() - began) / 100
  expect(texts.length).toBeGreaterThan(1)
  expect(texts.length).toBeLessThanOrEqual(tenths + 1)
  expect(new Set(texts).size).toBe(texts.length)
})

verifies(['fault:B121'], 'a command that prints nothing reports nothing', async () => {
  const { texts, value } = await reports('sleep 0.3')
  expect(texts).toEqual([])
  expect(value).toMatchObject({ exitCode: 0 })
})
