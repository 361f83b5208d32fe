import { execFileSync } from 'node:child_process'
import {
  closeSync,
  constants,
  linkSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { closePipes, sparePipe } from './lone-pipe.ts'

let folder: string
let made = 0
const held: number[] = []

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-lone-pipe-'))
})

afterEach(() => {
  for (const fd of held.splice(0)) closeSync(fd)
})

afterAll(() => rmSync(folder, { recursive: true }))

function namedPipe(): string {
  const name = join(folder, String(made++))
  execFileSync('mkfifo', [name])
  return name
}

/** Opens a pipe as a stranger would. */
function hold(path: string, flags: number): number {
  const fd = openSync(path, flags | constants.O_NONBLOCK)
  held.push(fd)
  return fd
}

function targetOf(fd: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`)
  } catch {
    // The listing's own descriptor is gone by now.
    return ''
  }
}

const { O_RDONLY, O_RDWR, O_WRONLY } = constants

describe.runIf(process.platform !== 'win32')('sparePipe', () => {
  test('leaves no name, and opens to a pipe from end to end', () => {
    const pipe = sparePipe(namedPipe())?.open()
    expect(readdirSync(folder)).toEqual([])
    expect(pipe).toBeDefined()
    if (pipe === undefined) return
    writeSync(pipe.writeEnd, 'through')
    const bytes = Buffer.alloc(10)
    expect(bytes.toString('latin1', 0, readSync(pipe.readEnd, bytes))).toBe('through')
    closePipes([pipe])
  })

  test.each([
    ['reads', O_RDONLY],
    ['reads and writes', O_RDWR],
  ])('refuses a pipe that somebody else %s', (_what, flags) => {
    const name = namedPipe()
    hold(name, flags)
    expect(sparePipe(name)?.open()).toBeUndefined()
  })

  test('refuses a pipe that somebody else writes into', () => {
    const name = namedPipe()
    const reader = openSync(name, O_RDONLY | constants.O_NONBLOCK)
    writeSync(hold(name, O_WRONLY), 'forged')
    closeSync(reader)
    expect(sparePipe(name)?.open()).toBeUndefined()
  })

  test('refuses a pipe with another name', () => {
    const name = namedPipe()
    linkSync(name, join(folder, 'second'))
    expect(sparePipe(name)).toBeUndefined()
    rmSync(join(folder, 'second'))
  })

  test('refuses what stands in the place of a pipe', () => {
    const [file, link] = [join(folder, 'file'), join(folder, 'link')]
    writeFileSync(file, '')
    expect(sparePipe(file)).toBeUndefined()
    const target = namedPipe()
    symlinkSync(target, link)
    expect(sparePipe(link)).toBeUndefined()
    expect(sparePipe(join(folder, 'missing'))).toBeUndefined()
    rmSync(target)
  })

  test.runIf(process.platform === 'linux')('refuses a pipe that was opened by its descriptor', () => {
    const descriptors = () => readdirSync('/proc/self/fd').filter((fd) => targetOf(fd).includes(`${folder}/`))
    const spare = sparePipe(namedPipe())
    const [pin = ''] = descriptors()
    hold(`/proc/self/fd/${pin}`, O_RDWR)
    expect(spare?.open()).toBeUndefined()
    for (const fd of held.splice(0)) closeSync(fd)
    expect(descriptors()).toEqual([])
  })
})
