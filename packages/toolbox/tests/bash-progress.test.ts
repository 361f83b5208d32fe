import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { inShell } from './support/in-shell.ts'

const shell = inShell()

/** What a command reports while it runs, and its value. Once enough was reported, there is a file of some name. */
async function reports(
  command: string,
  enough: (texts: readonly string[]) => string | undefined = () => undefined,
): Promise<{ texts: string[]; value: unknown }> {
  const texts: string[] = []
  shell.runtime.ctx.on('tools/progress', (_, { text }) => {
    texts.push(text ?? '')
    const name = enough(texts)
    if (name !== undefined) writeFileSync(shell.workspace.at(name), '')
    return undefined
  })
  const { value } = await shell.call('bash', { command })
  return { texts, value }
}

test('the last lines of the output are reported while a command runs', async () => {
  const until = (name: string): string => `until [ -e ${name} ]; do sleep 0.02; done`
  const { texts } = await reports(
    `echo one; ${until('one')}; echo two; ${until('two')}; seq 1 5000; ${until('5000')}`,
    (all) => /(\w+)\n$/.exec(all.at(-1) ?? '')?.[1],
  )
  expect(texts[0]).toBe('one\n')
  expect(texts).toContain('one\ntwo\n')
  expect(texts.at(-1)).toMatch(/^4\d\d\d\n(\d+\n)*5000\n$/)
  expect(texts.at(-1)!.length).toBeLessThanOrEqual(2000)
})

test('reports come at most ten times a second, and none after the end', async () => {
  const began = performance.now()
  const { texts } = await reports('until [ -e enough ]; do echo $((i += 1)); sleep 0.01; done', (all) =>
    all.length > 5 ? 'enough' : undefined,
  )
  const tenths = (performance.now() - began) / 100
  expect(texts.length).toBeLessThanOrEqual(tenths + 1)
  expect(new Set(texts).size).toBe(texts.length)
})

verifies(['fault:B121'], 'a command that prints nothing reports nothing', async () => {
  const { texts, value } = await reports('sleep 0.3')
  expect(texts).toEqual([])
  expect(value).toMatchObject({ exitCode: 0 })
})
