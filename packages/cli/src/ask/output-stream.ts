import { Writable } from 'node:stream'
import type { Output } from '../io.ts'

/** An output as a stream of Node, for those who draw on a terminal. */
export function outputStream(output: Output): Writable {
  const stream = new Writable({
    write(chunk: Buffer, _encoding, written) {
      output.write(chunk.toString('utf8'))
      written()
    },
  })
  return Object.assign(stream, { columns: output.columns, rows: output.rows, isTTY: true })
}
