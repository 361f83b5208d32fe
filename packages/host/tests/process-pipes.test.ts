import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { describe, expect, test } from 'vitest'
import { bash, openForTest, start, until } from './commands.ts'

/** Opens every pipe of the host that it can reach, by name or by descriptor, writes into it, and reads from it. */
const eavesdropper = `
  const fs = require('node:fs')
  const [host, folder] = process.argv.slice(1)
  const open = (path) => {
    try {
      return [fs.openSync(path, fs.constants.O_RDWR | fs.constants.O_NONBLOCK)]
    } catch {
      return []
    }
  }
  const own = ['1', '2'].map((fd) => fs.readlinkSync('/proc/self/fd/' + fd))
  const named = fs.readdirSync(folder).filter((name) => name.startsWith('millrace-pipes-') && name.includes('-' + host + '-'))
  const paths = [
    ...named.flatMap((name) => fs.readdirSync(folder + '/' + name).map((pipe) => folder + '/' + name + '/' + pipe)),
    ...fs.readdirSync('/proc/' + host + '/fd').map((fd) => '/proc/' + host + '/fd/' + fd).filter((path) => {
      try {
        const target = fs.readlinkSync(path)
        return target.includes('millrace-pipes-') && !own.includes(target)
      } catch {
        return false
      }
    }),
  ]
  const held = paths.flatMap(open)
  for (const fd of held) fs.writeSync(fd, 'forged')
  for (const fd of held) fs.readSync(fd, Buffer.alloc(3))
  setInterval(() => {
    for (const fd of held) {
      try {
        fs.writeSync(1, 'stolen ' + fs.readSync(fd, Buffer.alloc(100)))
      } catch {}
    }
  }, 1)
  console.log('holds ' + held.length)`

describe.runIf(process.platform === 'linux')('the pipe of a command', () => {
  test('is not one that a command before it opened, to forge, to read or to hold open its output', async () => {
    const processes = openForTest()
    await bash(processes, 'true').then((ran) => ran.end())
    const spy = await start(processes, {
      file: process.execPath,
      args: ['-e', eavesdropper, String(process.pid), tmpdir()],
    })
    await until(() => /holds [1-9]/.test(spy.output()), 'it holds some pipes')
    for (let round = 0; round < 40; round++) {
      const ran = await bash(processes, `echo ${round}`)
      await ran.end()
      expect(ran.output()).toBe(`${round}\n`)
    }
    await spy.running.stop({ graceMs: 0 })
  })

  test('has no name while commands run', async () => {
    const processes = openForTest()
    for (let round = 0; round < 3; round++) await bash(processes, 'true').then((ran) => ran.end())
    const own = (name: string) => name.startsWith('millrace-pipes-') && name.includes(`-${process.pid}-`)
    await until(() => !readdirSync(tmpdir()).some(own), 'the folder is gone')
    const ran = await bash(processes, `ls ${tmpdir()}`)
    await ran.end()
    expect(ran.output()).not.toContain(`-${process.pid}-`)
  })
})

test('many starts at once leave everybody else a turn between two of them', async () => {
  const processes = openForTest()
  let turns = 0
  let isOver = false
  const turn = () => {
    turns += 1
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  const seen: number[] = []
  const starts = Array.from({ length: 30 }, () =>
    bash(processes, 'exit 0').then((ran) => {
      seen.push(turns)
      return ran
    }),
  )
  const rans = await Promise.all(starts)
  isOver = true
  await Promise.all(rans.map((ran) => ran.end()))
  expect(new Set(seen).size).toBe(30)
})
