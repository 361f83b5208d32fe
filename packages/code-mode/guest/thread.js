// A thread that runs one program after the other, each in a machine of its own. While a program waits the thread is
// blocked: nothing else happens here, and being woken is faster than a turn of the event loop.

import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { Announcer } from './announcer.js'
import { control, phases } from './control.js'
import { prepareEngine } from './engine.js'
import { Machine } from './machine.js'
import { warmPrograms } from './program.js'
import { goOf, textOfBlocked } from './thread-text.js'

/**
 * @typedef {import('./machine.d.ts').Step} Step
 * @typedef {import('./thread.d.ts').ThreadNews} ThreadNews
 * @typedef {import('./thread.d.ts').ThreadOrder} ThreadOrder
 * @typedef {Extract<ThreadOrder, { kind: 'start' }>} StartOrder
 */

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort)
const words = new Int32Array(workerData.control)

/**
 * @param {ThreadNews} news
 * @param {ArrayBuffer[]} [moved]
 */
const tell = (news, moved) => port.postMessage(news, moved)

/**
 * @param {number} run
 * @param {Step} step
 */
function tellStep(run, step) {
  if (step.kind === 'blocked') port.postMessage(textOfBlocked({ kind: 'step', run, step }))
  else tell({ kind: 'step', run, step })
}

/** @type {Promise<import('./engine.d.ts').Engine>} */
const preparing = Promise.resolve(workerData.engine ?? prepareEngine())
/** The machine of the next program. */
let spare = preparing.then((engine) => Machine.blank(engine))
// Before anything is awaited: a thread that listens to nothing waits until the engine is optimised to the end.
port.on('message', (/** @type {ThreadOrder | string} */ order) => {
  if (typeof order !== 'string' && order.kind === 'start') void runProgram(order)
})
warmPrograms()
const prepared = await preparing
if (workerData.engine === undefined) tell({ kind: 'engine', engine: prepared })
await spare
tell({ kind: 'ready' })

/** @param {StartOrder} order */
async function runProgram(order) {
  const { run, image } = order
  const engine = await preparing
  let machine
  try {
    machine = image === undefined ? await spare : await Machine.from(engine, image)
  } catch (error) {
    // Nothing but an image that is none can be the reason: the thread itself has started a machine before.
    tell({ kind: 'refused', run, message: error instanceof Error ? error.message : String(error) })
    return
  }
  attend(machine, order)
  machine.dispose()
  if (image === undefined) spare = Machine.blank(engine)
}

/**
 * Drives a program until it has ended or has to leave.
 * @param {Machine} machine
 * @param {StartOrder} order
 */
function attend(machine, { run, given, news }) {
  const announcer = new Announcer(words, (entries) => tell({ kind: 'says', run, entries }))
  announcer.mark(phases.preparing)
  let step = machine.start(announcer, given)
  announcer.mark(phases.waiting)
  if (news !== undefined) step = proceed(machine, step, news)
  tellStep(run, step)
  while (step.kind === 'blocked') {
    const next = nextOrder()
    if (next.run !== run) continue
    if (next.kind === 'image' || next.kind === 'park') {
      const image = machine.image()
      tell({ kind: 'image', run, image }, [/** @type {ArrayBuffer} */ (image.bytes.buffer)])
      if (next.kind === 'park') return
    } else {
      step = next.kind === 'go' ? proceed(machine, step, next) : { kind: 'ended', outcome: machine.cancel() }
      tellStep(run, step)
    }
  }
}

/**
 * @param {Machine} machine
 * @param {Step} step - the one before.
 * @param {{ replies: string, wakes: boolean }} news
 * @returns {Step}
 */
function proceed(machine, step, { replies, wakes }) {
  if (step.kind === 'ended') return step
  const woken = wakes ? machine.wake() : step
  if (woken.kind === 'ended' || replies === '') return woken
  const next = machine.deliver(replies)
  // What waking it led to has not left yet; what the step before led to has.
  return wakes && next.kind === 'blocked' ? { ...next, calls: woken.calls + next.calls } : next
}

/** @returns {ThreadOrder} */
function nextOrder() {
  for (;;) {
    const seen = Atomics.load(words, control.mail)
    const received = receiveMessageOnPort(port)
    if (received !== undefined) {
      const { message } = received
      return typeof message === 'string' ? goOf(message) : message
    }
    Atomics.wait(words, control.mail, seen)
  }
}
