import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { keyPress } from './key-press.ts'

/** A keyboard whose keys come from the system, and what types on it. */
async function keyboard(): Promise<{ readonly near: Socket; readonly far: Socket }> {
  const server = createServer({ pauseOnConnect: true }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const far = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const [near] = (await once(server, 'connection')) as [Socket]
  onTestFinished(() => {
    for (const end of [near, far]) end.destroy()
    server.close()
  })
  return { near, far }
}

test('a key that was typed before the question could be read is none, however long the process is held up', async () => {
  const { near, far } = await keyboard()
  await new Promise((resolve) => far.write('y', resolve))
  const pressed = keyPress(near, (key) => key, new AbortController().signal)
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
  setTimeout(() => setImmediate(() => far.write('n')), 100)
  expect(await pressed).toBe('n')
})
