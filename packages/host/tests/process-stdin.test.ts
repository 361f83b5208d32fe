import { createHash } from 'node:crypto'
import type { Writable } from 'node:stream'
import { describe, expect, onTestFinished, test } from 'vitest'
import { bash, openDescriptors, openForTest, start, until } from './commands.ts'

const bytesOf = (text: string): Uint8Array => Buffer.from(text)

/** Room for input files as usual, or none, where Node's own pipe takes their place. */
const rooms: readonly (readonly [string, () => void])[] = [
  ['a file', () => {}],
  ['a pipe', withoutRoom],
]

function withoutRoom(): void {
  const before = process.env['TMPDIR']
  process.env['TMPDIR'] = process.platform === 'linux' ? '/proc/self' : '/nonexistent/folder'
  onTestFinished(() => {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
  })
}

describe.runIf(process.platform !== 'win32').each(rooms)('input through %s', (_, prepare) => {
  test('arrives whole, and ends', async () => {
    const processes = openForTest()
    prepare()
    const large = Buffer.alloc(5_000_000, 'some input that is long\n')
    const digest = createHash('sha256').update(large).digest('hex')
    for (const [stdin, printed] of [
      [bytesOf('one\ntwo'), 'one\ntwo'],
      [bytesOf(''), ''],
      [Uint8Array.of(0, 255, 10), Buffer.of(0, 255, 10).toString()],
    ] as const) {
      const ran = await bash(processes, 'cat', { stdin })
      expect(await ran.end()).toEqual({ exitCode: 0, signal: null })
      expect(ran.output()).toBe(printed)
    }
    const ran = await bash(processes, 'sha256sum', { stdin: large })
    await ran.end()
    expect(ran.output()).toContain(digest)
  })

  test('goes to programs that end at once, and each of them is seen to end', async () => {
    const processes = openForTest()
    prepare()
    for (let run = 0; run < 50; run++) {
      const ran = await start(processes, { file: 'true', stdin: bytesOf('x') })
      expect(await ran.end()).toEqual({ exitCode: 0, signal: null })
    }
  })

  test('need not be read: not at all, not to its end, not by a program that is gone', async () => {
    const processes = openForTest()
    prepare()
    const stdin = Buffer.alloc(3_000_000, 'x')
    for (const [line, exitCode] of [
      ['exit 7', 7],
      ['head -c 3; exit 0', 0],
      ['exec 0<&-; sleep 0.1; exit 3', 3],
    ] as const) {
      const ran = await bash(processes, line, { stdin })
      expect({ line, end: await ran.end() }).toEqual({ line, end: { exitCode, signal: null } })
    }
  })

  test('leaves nothing behind, also where the program cannot be started', async () => {
    const processes = openForTest()
    prepare()
    await (await bash(processes, 'cat >/dev/null', { stdin: bytesOf('warm') })).end()
    const isClosed = (): boolean => !openDescriptors().some((path) => path.includes('millrace-input'))
    await until(isClosed, 'the first input is closed')
    await (await bash(processes, 'cat >/dev/null', { stdin: bytesOf('x') })).end()
    const failing = start(processes, { file: '/nonexistent-program', stdin: bytesOf('x') })
    await expect(failing).rejects.toThrow(/was not found/)
    await until(isClosed, 'every input is closed')
  })
})

describe.runIf(process.platform === 'linux')('an input file', () => {
  test('can be opened again, as hooks do', async () => {
    const processes = openForTest()
    const ran = await bash(processes, 'cat /dev/stdin; cat < /proc/self/fd/0', { stdin: bytesOf('again ') })
    await ran.end()
    expect(ran.output()).toBe('again again ')
  })

  test('has no name while the program reads it', async () => {
    const processes = openForTest()
    const ran = await bash(processes, 'readlink /proc/self/fd/0; cat', { stdin: bytesOf('x') })
    await ran.end()
    expect(ran.output()).toMatch(/\/millrace-input-\S+ \(deleted\)\nx$/)
  })
})

test.runIf(process.platform !== 'win32')('without input there is nothing to read', async () => {
  const ran = await bash(openForTest(), 'cat; echo end')
  await ran.end()
  expect(ran.output()).toBe('end\n')
})

describe.runIf(process.platform !== 'win32')('input through a pipe of the caller', () => {
  test('goes on while the program answers', async () => {
    const processes = openForTest()
    let input: Writable | undefined
    const ran = await bash(processes, 'while read -r line; do echo "got $line"; done', {
      takeInput: (pipe) => (input = pipe),
    })
    input?.write('one\n')
    await until(() => ran.output() === 'got one\n', 'the first line came back')
    input?.write('two\n')
    input?.end()
    expect(await ran.end()).toEqual({ exitCode: 0, signal: null })
    expect(ran.output()).toBe('got one\ngot two\n')
  })

  test('may outlive its reader', async () => {
    const processes = openForTest()
    let input: Writable | undefined
    const ran = await bash(processes, 'exit 3', { takeInput: (pipe) => (input = pipe) })
    expect(await ran.end()).toEqual({ exitCode: 3, signal: null })
    input?.write(Buffer.alloc(1_000_000))
    await until(() => input?.destroyed === true, 'the pipe was closed')
  })
})
