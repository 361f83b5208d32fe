import { isWholeLine, readWholeLine, type DiskFile } from '@millrace/host'
import type { SessionHeader } from '@millrace/protocol'
import { SessionError } from '../contract/session-error.ts'
import { longestHeader, readHeader } from './header.ts'
import { asBuffer } from './line-scanner.ts'
import { quotedPath } from './quoted.ts'

/** Bytes that are read from either end of a log to know it. */
export const glance = 64 * 1024

/** The beginning of a log. */
export interface Head {
  readonly header: SessionHeader
  /** Where the first event begins. */
  readonly end: number
  /** What was read behind the header. */
  readonly rest: Buffer
}

/** Reads the header of a log. @param path - of the file, for messages. @throws SessionError as reading all of it does. */
export async function headOf(file: DiskFile, path: string): Promise<Head> {
  const log = `the session log ${quotedPath(path)}`
  let bytes = asBuffer(await file.read(0, glance))
  let end = bytes.indexOf(10)
  if (end < 0 && bytes.length === glance) {
    bytes = asBuffer(await file.read(0, longestHeader + glance))
    end = bytes.indexOf(10)
  }
  if (bytes.length === 0) throw new SessionError('SESSION_CORRUPT', `${log} is empty: it was never begun`)
  if (end < 0) throw new SessionError('SESSION_CORRUPT', `${log} ends within its header: it was never begun`)
  if (!isWholeLine(bytes, 0, end)) {
    throw new SessionError('SESSION_CORRUPT', `${log} is damaged: the checksum of its header is wrong`)
  }
  const header = readHeader(readWholeLine(bytes, 0, end), `line 1 (byte 0) of ${log}`)
  return { header, end: end + 1, rest: bytes.subarray(end + 1) }
}
