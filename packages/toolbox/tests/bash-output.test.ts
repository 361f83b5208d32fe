import { mkdir, readFile, readdir, rm, stat } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../tests/spec/verifies.ts'
import type { BashValue } from '../src/bash/value.ts'
import { inShell, openShell } from './support/in-shell.ts'

const quota = 1024 * 1024
const shell = inShell({ maxFileBytes: quota })

async function bash(
  command: string,
  more: object = {},
): Promise<{ value: BashValue; text: string; view: unknown }> {
  const { value, text, resultView } = await shell.call('bash', { command, ...more })
  return { value: value as BashValue, text, view: resultView }
}

/** Where the whole output is. */
function spillPath({ spill }: BashValue): string {
  if (spill?.path === undefined) throw new Error('the output went nowhere')
  return spill.path
}

/** The rest of an output, read through its job as a model would. */
async function readOn(job: string, from: number): Promise<{ text: string; lost: number }> {
  let text = ''
  let lost = 0
  for (let offset = from; ;) {
    const { value } = await shell.call('job_output', { job, offset, maxBytes: 100_000 })
    const part = value as { output: string; next: number; lost: number; totalBytes: number }
    text += part.output
    lost += part.lost
    offset = part.next
    if (offset >= part.totalBytes) return { text, lost }
  }
}

describe('a long output', () => {
  verifies(['fault:B114', 'security:C7'], 'is counted exactly, and its ends are shown', async () => {
    const { value, text, view } = await bash('seq 1 100000')
    const whole = Array.from({ length: 100_000 }, (_, index) => `${index + 1}\n`).join('')
    const { omitted, output } = value
    expect(value).toMatchObject({ totalBytes: whole.length, totalLines: 100_000 })
    const head = output.slice(0, omitted!.at)
    const tail = output.slice(omitted!.at)
    expect(whole.startsWith(head) && whole.endsWith(tail)).toBe(true)
    expect(omitted!.bytes).toBe(whole.length - head.length - tail.length)
    expect(omitted!.lines).toBe(100_000 - output.split('\n').length + 1)
    expect(text.slice(head.length)).toMatch(/^\[…\]\n\d+\n/)
    const left = `${omitted!.bytes} bytes with ${omitted!.lines} line ends`
    const { offset } = omitted!
    expect(text.split('\n').at(-1)).toContain(
      `left out at […], behind byte ${offset}: ${left}; job_output with job=j1 offset=${offset} reads on`,
    )
    expect(view).toMatchObject({
      output,
      omitted: { bytes: omitted!.bytes, lines: omitted!.lines, at: omitted!.at, path: spillPath(value) },
    })
  })

  verifies(['security:C7'], 'is on the disk in whole, for nobody else, and can be read on', async () => {
    const { value } = await bash('seq 1 100000')
    const path = spillPath(value)
    expect(await readFile(path, 'utf8')).toHaveLength(value.totalBytes)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    const { text, lost } = await readOn(value.job!, value.omitted!.offset)
    expect(lost).toBe(0)
    expect(value.output.slice(0, value.omitted!.at) + text).toBe(await readFile(path, 'utf8'))
  })

  verifies(
    ['security:C7', 'fault:B114'],
    'takes no more of the disk than its quota, and says what is not kept',
    async () => {
      const { value, text, view } = await bash('yes 0123456789 | head -c 5000000')
      expect(value).toMatchObject({
        totalBytes: 5_000_000,
        spill: { bytes: quota, dropped: 5_000_000 - quota },
      })
      expect((await stat(spillPath(value))).size).toBe(quota)
      const lost = 5_000_000 - quota - (5_000_000 - value.omitted!.offset - value.omitted!.bytes)
      expect(text).toContain(`${lost} of them not kept`)
      expect(view).not.toHaveProperty('omitted.path')
      const rest = await readOn(value.job!, 0)
      expect(rest.text.length + rest.lost).toBe(5_000_000)
      expect(rest.lost).toBeGreaterThan(5_000_000 - quota - 20_000)
      expect(rest.lost).toBeLessThanOrEqual(5_000_000 - quota)
    },
  )

  verifies(['fault:B114', 'fault:B026'], 'may be one line', async () => {
    const { value, text } = await bash("yes '€' | tr -d '\\n' | head -c 3000000")
    expect(value).toMatchObject({ totalBytes: 3_000_000, totalLines: 1, omitted: { lines: 0 } })
    expect(value.output).toMatch(/^€+$/)
    expect(text).not.toContain('\ufffd')
    const bytes = Buffer.byteLength(value.output)
    expect(value.omitted!.bytes).toBe(3_000_000 - bytes)
  })

  verifies(['fault:B114', 'security:C7'], 'may be binary', async () => {
    const { value, view } = await bash('head -c 3000000 /dev/zero')
    expect(value).toMatchObject({ totalBytes: 3_000_000, totalLines: 1, binary: true, exitCode: 0 })
    expect(JSON.stringify(view).length).toBeLessThan(300_000)
  })

  verifies(['fault:B114'], 'may come from both streams at once', async () => {
    const { value } = await bash('yes a | head -c 2000000 & yes b | head -c 2000000 >&2; wait')
    expect(value).toMatchObject({ totalBytes: 4_000_000, totalLines: 2_000_000, running: false })
  })

  verifies(['fault:B117'], 'cut anywhere stays well-formed', async () => {
    const { value } = await bash('printf "€%.0s" {1..100000}')
    const { text, lost } = await readOn(value.job!, 0)
    expect(lost).toBe(0)
    expect(text).toBe('€'.repeat(100_000))
    expect(await readFile(spillPath(value), 'utf8')).toBe(text)
  })

  verifies(
    ['fault:B114', 'security:C7'],
    'that does not end is stopped and counted all the same',
    async () => {
      const { value } = await bash('yes', { timeoutMs: 2000 })
      const { bytes, dropped } = value.spill!
      expect(value).toMatchObject({ timedOut: true, running: false, spill: { bytes: quota } })
      expect(bytes + dropped).toBe(value.totalBytes)
      expect(value.totalLines).toBe(Math.ceil(value.totalBytes / 2))
    },
  )
})

describe('the spill folder', () => {
  test('holds nothing of an output that fits', async () => {
    const own = await openShell()
    const { value } = await own.call('bash', { command: 'head -c 30000 /dev/zero | tr "\\0" x' })
    expect(value).toMatchObject({ totalBytes: 30_000, omitted: null })
    expect(value).not.toHaveProperty('job')
    expect(value).not.toHaveProperty('spill')
    expect(await readdir(own.spillFolder)).toEqual([])
    await own.close()
  })

  test('holds the output of the last finished jobs, and older ones are forgotten', async () => {
    const own = await openShell()
    const run = async (): Promise<BashValue> =>
      (await own.call('bash', { command: 'seq 1 20000' })).value as BashValue
    const first = await run()
    for (let turn = 0; turn < 32; turn += 1) await run()
    expect(await readdir(own.spillFolder)).toHaveLength(32)
    await expect(stat(spillPath(first))).rejects.toThrow('ENOENT')
    const gone = await own.call('job_output', { job: 'j1' })
    expect(gone.code).toBe('JOB_UNKNOWN')
    expect(gone.text).toContain('"j1" any more')
    expect((await own.call('job_list', {})).text).toContain('1 finished earlier')
    await own.close()
  })

  test('that is gone costs the middle of an output, and the result says so', async () => {
    const own = await openShell()
    await rm(own.spillFolder, { recursive: true })
    const { value, text } = await own.call('bash', { command: 'seq 1 100000' })
    expect(value).toMatchObject({ exitCode: 0, totalLines: 100_000, spill: { bytes: 0 } })
    expect(text).toContain('keeping the output failed')
    await mkdir(own.spillFolder)
    await own.close()
  })
})

describe('a redrawn line', () => {
  test('is told by its ends to the model, and whole in the value', async () => {
    const { value, text } = await bash('for i in {0..100}; do printf "\\r%s%%" $i; done; echo')
    expect(text).toBe('0%\r[99 redraws left out]\r100%\n[exit code 0]')
    expect(value.output).toContain('\r50%\r')
  })
})
