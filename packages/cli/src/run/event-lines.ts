import { encodeLine, type SessionLog } from '@millrace/agent/session'
import type { Output } from '../io.ts'

/**
 * Writes what is appended to a log as it stands there: its header, and from then on a line for each event.
 * @returns what ends that.
 */
export function writeEventLines(log: SessionLog, output: Output): () => void {
  output.write(lineOf(log.header))
  return log.watch((event) => void output.write(lineOf(event)))
}

function lineOf(written: Parameters<typeof encodeLine>[0]): string {
  return Buffer.from(encodeLine(written)).toString('utf8')
}
