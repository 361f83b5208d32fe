import { WorkbenchError } from './workbench-error.ts'

/**
 * The JSON that a request brings.
 * @throws WorkbenchError `TOO_LARGE`, `BAD_REQUEST`.
 */
export async function readBody(request: Request, mostBytes: number): Promise<unknown> {
  if (Number(request.headers.get('content-length') ?? 0) > mostBytes) throw tooLarge(mostBytes)
  const bytes = await bytesOf(request, mostBytes)
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown
  } catch {
    throw new WorkbenchError('BAD_REQUEST', 'the body must be JSON in UTF-8')
  }
}

async function bytesOf({ body }: Request, mostBytes: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let length = 0
  try {
    for await (const part of body ?? []) {
      length += part.byteLength
      // Leaving the loop ends the reading.
      if (length > mostBytes) break
      parts.push(part)
    }
  } catch {
    throw new WorkbenchError('BAD_REQUEST', 'the body was cut off')
  }
  if (length > mostBytes) throw tooLarge(mostBytes)
  return Buffer.concat(parts)
}

function tooLarge(mostBytes: number): WorkbenchError {
  return new WorkbenchError('TOO_LARGE', `the body must have at most ${mostBytes} bytes`)
}
