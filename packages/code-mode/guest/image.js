/**
 * @typedef {import('./image.d.ts').ImageFacts} ImageFacts
 * @typedef {import('./image.d.ts').Memory} Memory
 */

const magic = 0x4d494d31
const headerBytes = 8

/**
 * @param {string} standing - the id of the next call, and those of the calls under way.
 * @param {Memory} memory
 * @param {ImageFacts} facts
 * @returns {import('../src/contract/runtime.ts').MachineImage}
 */
export function packImage(standing, memory, facts) {
  const [next, waiting = ''] = standing.split(';')
  const ids = waiting === '' ? [] : waiting.split(',').map(Number)
  const { stackPointer, runtimePtr, contextPtr } = memory
  const header = Buffer.from(JSON.stringify({ ...facts, stackPointer, runtimePtr, contextPtr }), 'utf8')
  const bytes = new Uint8Array(headerBytes + header.length + memory.memory.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, magic)
  view.setUint32(4, header.length)
  bytes.set(header, headerBytes)
  bytes.set(memory.memory, headerBytes + header.length)
  return { build: facts.build, bytes, nextCall: Number(next), waiting: ids }
}

/**
 * @param {Uint8Array} bytes
 * @returns {{ facts: ImageFacts, memory: Memory }}
 * @throws TypeError where these are not the bytes of an image.
 */
export function unpackImage(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < headerBytes || view.getUint32(0) !== magic)
    throw new TypeError('these bytes are no image of a machine')
  const start = headerBytes + view.getUint32(4)
  if (start > bytes.length) throw new TypeError('the image of a machine is cut off')
  const header = JSON.parse(Buffer.from(bytes.subarray(headerBytes, start)).toString('utf8'))
  const { stackPointer, runtimePtr, contextPtr, memoryBytes, ...facts } = header
  const memory = bytes.subarray(start)
  if (memory.length !== memoryBytes) throw new TypeError('the image of a machine is cut off')
  return { facts: { ...facts, memoryBytes }, memory: { memory, stackPointer, runtimePtr, contextPtr } }
}
