import type { Output } from '../io.ts'
import { jsonLine } from '../json.ts'

/** Writes values as one JSON array on one line, each as soon as it is there. */
export async function writeJsonArray(output: Output, values: AsyncIterable<object>): Promise<void> {
  let separator = '['
  for await (const value of values) {
    output.write(separator + jsonLine(value).trimEnd())
    separator = ','
  }
  output.write(separator === '[' ? '[]\n' : ']\n')
}
