import { parentPort } from 'node:worker_threads'
import { LineMatcher } from './line-matcher.js'
import { searchStretch } from './stretch.js'

/** @import { ScanRequest, WorkerMessage } from '../src/grep/protocol.ts' */

/** @type {LineMatcher | undefined} */
let matcher

/**
 * @param {ScanRequest} request
 * @returns {WorkerMessage}
 */
function answer(request) {
  if (request.kind === 'compile') return compile(request)
  if (matcher === undefined) return { kind: 'refused', reason: 'no pattern was compiled' }
  return { kind: 'scanned', answer: searchStretch(matcher, request.scan) }
}

/**
 * @param {Extract<ScanRequest, { kind: 'compile' }>} request
 * @returns {WorkerMessage}
 */
function compile(request) {
  try {
    matcher = new LineMatcher(request)
    return { kind: 'compiled' }
  } catch (error) {
    return { kind: 'refused', reason: error instanceof Error ? error.message : String(error) }
  }
}

parentPort?.on('message', (/** @type {readonly ScanRequest[]} */ requests) => {
  parentPort?.postMessage(requests.map(answer))
})
