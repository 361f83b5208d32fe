// The process in which one program runs: it reads frames, computes, writes frames, and waits in the system, so that nothing
// ever happens in it between two steps.

import { readSync, writeSync } from 'node:fs'
import { FrameReader, frame } from './child-frames.js'
import { ChildMachine } from './child-machine.js'
import { closeRealm } from './child-closing.js'
import { prepareProgram, warmPrograms } from './program.js'

const [input, output] = [0, 1]
const chunk = Buffer.allocUnsafe(64 * 1024)
const reader = new FrameReader(Number.MAX_SAFE_INTEGER)
/** @type {Uint8Array[]} */
const leaving = []

const machine = new ChildMachine((entry) => leaving.push(frame('say', [], entry)))
warmPrograms()
leaving.push(frame('ready', []))
flush()
// Most programs have types, and nobody waits for this as long as none has come.
prepareProgram('const warm: boolean = true')

for (let heard = 0; ;) {
  for (const { word, body } of reader.read(received())) {
    heard++
    const step = take(word, body)
    if (step.kind === 'ended') leaving.push(frame('end', [], JSON.stringify(step.outcome)))
    else blocked(step, heard)
    flush()
  }
}

/**
 * @param {string} word
 * @param {string} body
 */
function take(word, body) {
  if (word === 'run') return machine.start(JSON.parse(body), begin)
  return word === 'wake' ? machine.wake() : machine.deliver(body)
}

/** Time counts from here on. */
function begin() {
  closeRealm()
  leaving.push(frame('begun', []))
  flush()
}

/**
 * @param {{ calls: string, timer: number }} step
 * @param {number} heard
 */
function blocked({ calls, timer }, heard) {
  for (let at = 0; at < calls.length;) {
    const id = calls.indexOf(',', at)
    const binding = calls.indexOf(',', id + 1)
    const end = calls.indexOf('\n', binding)
    const numbers = [Number(calls.slice(at, id)), Number(calls.slice(id + 1, binding))]
    leaving.push(frame('call', numbers, calls.slice(binding + 1, end)))
    at = end + 1
  }
  leaving.push(frame('idle', [heard, Math.ceil(timer), Math.round(machine.usedMs * 1000)]))
}

function received() {
  for (;;) {
    const length = patiently(() => readSync(input, chunk, 0, chunk.length, null))
    if (length === 0) process.exit(0)
    return chunk.subarray(0, length)
  }
}

function flush() {
  const bytes = Buffer.concat(leaving.splice(0))
  for (let at = 0; at < bytes.length;) at += patiently(() => writeSync(output, bytes, at))
}

/**
 * A pipe that does not block says so, and is asked again.
 * @param {() => number} act
 */
function patiently(act) {
  for (;;) {
    try {
      return act()
    } catch (error) {
      if (!(error instanceof Error) || !('code' in error) || error.code !== 'EAGAIN') throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1)
    }
  }
}
