import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import { bash, containments, openDescriptors, openForTest, start, until } from './commands.ts'

const bashLines = (count: number) => `for i in $(seq ${count}); do echo "out $i"; echo "err $i" >&2; done`

describe.runIf(process.platform !== 'win32')('output', () => {
  test('merged streams keep the order of writing', async () => {
    const ran = await bash(openForTest(), bashLines(200))
    await ran.end()
    const expected = Array.from({ length: 200 }, (_, i) => `out ${i + 1}\nerr ${i + 1}\n`).join('')
    expect(ran.output()).toBe(expected)
  })

  test('separate streams are told apart', async () => {
    const got = { stdout: '', stderr: '' }
    const ran = await bash(openForTest(), bashLines(50), {
      streams: 'separate',
      onOutput: (chunk, stream) => void (got[stream] += Buffer.from(chunk).toString()),
    })
    await ran.end()
    expect(got.stdout).toBe(Array.from({ length: 50 }, (_, i) => `out ${i + 1}\n`).join(''))
    expect(got.stderr).toBe(Array.from({ length: 50 }, (_, i) => `err ${i + 1}\n`).join(''))
  })

  test('/dev/stdout and /dev/stderr can be opened', async () => {
    const ran = await bash(
      openForTest(),
      'echo a >/dev/stdout; echo b >/dev/stderr; echo c | tee /dev/stderr',
    )
    await ran.end()
    expect(ran.output()).toBe('a\nb\nc\nc\n')
  })

  test('bytes arrive as they are', async () => {
    const bytes = Array.from({ length: 256 }, (_, byte) => byte)
    const chunks: Uint8Array[] = []
    const line = `printf '${bytes.map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')}'`
    const ran = await bash(openForTest(), line, { onOutput: (chunk) => void chunks.push(chunk) })
    await ran.end()
    expect(Buffer.concat(chunks)).toEqual(Buffer.from(bytes))
  })

  verifies(['security:C7', 'fault:B114'], 'nothing is read while the taker is busy', async () => {
    let taken = 0
    let free = () => {}
    const busy = new Promise<void>((resolve) => {
      free = resolve
    })
    const ran = await bash(openForTest(), 'head -c 10000000 /dev/zero; echo done >&2', {
      onOutput: (chunk) => {
        taken += chunk.length
        return busy
      },
    })
    await sleep(300)
    expect(taken).toBeLessThanOrEqual(65_536)
    free()
    await ran.end()
    expect(taken).toBe(10_000_005)
  })

  test('pieces are taken one after the other', async () => {
    let inside = 0
    let most = 0
    const ran = await bash(openForTest(), 'head -c 1000000 /dev/zero', {
      onOutput: async () => {
        most = Math.max(most, ++inside)
        await sleep(1)
        inside -= 1
      },
    })
    await ran.end()
    expect(most).toBe(1)
  })

  test.each([
    ['throws', () => expect.fail('full')],
    ['rejects', () => Promise.reject(new Error('full'))],
  ])('a taker that %s ends the command', async (_how, onOutput) => {
    const { running } = await bash(openForTest(), 'while :; do echo more; done', { onOutput })
    await running.drained
    expect(running.outputFailure).toMatchObject({ message: 'full' })
    expect((await running.exited).signal).toMatch(/^SIG(?:TERM|KILL|PIPE)$/)
    expect(await running.isTreeAlive()).toBe(false)
  })

  test('a taker that never finishes holds up neither the stop nor the end', async () => {
    const processes = openForTest()
    const { running } = await bash(processes, 'echo x; sleep 300', { onOutput: () => new Promise(() => {}) })
    await sleep(50)
    await running.stop()
    await running.drained
  })
})

describe.runIf(process.platform === 'linux').each(containments)('with %s, nothing stays behind', (best) => {
  verifies(
    ['fault:B108'],
    'after many commands with children in the background no descriptor or listener is left',
    async () => {
      const first = openForTest(best)
      await bash(first, 'true').then((ran) => ran.end())
      await first.close()
      const before = { open: openDescriptors().length, listeners: process.eventNames().map(String) }
      const processes = openForTest(best)
      const rounds = best === 'cgroup' ? 25 : 5
      for (let round = 0; round < rounds; round++) {
        const lines = [
          'sleep 60 & echo done',
          'setsid sleep 60 & echo done',
          '(sleep 60 >/dev/null 2>&1 &)',
          'nohup sleep 60 & disown',
        ]
        const rans = await Promise.all(lines.map((line) => bash(processes, line)))
        for (const { running } of rans) {
          await running.exited
          await running.stop({ graceMs: 0 })
          await running.drained
        }
      }
      await processes.close()
      await until(() => openDescriptors().length <= before.open, 'descriptors are closed')
      expect(process.eventNames().map(String)).toEqual(before.listeners)
    },
    120_000,
  )
})

test.runIf(process.platform !== 'win32')(
  'programs without a shell get their arguments as they are',
  async () => {
    const args = ['$HOME', '`id`', '*', 'a b', '', '"', "'", '\\', '\n', '--', '-e']
    const ran = await start(openForTest(), { file: 'printf', args: ['[%s]', ...args] })
    await ran.end()
    expect(ran.output()).toBe(args.map((arg) => `[${arg}]`).join(''))
  },
)
