import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, gunzip, gzip } from 'node:zlib'
import { writeAll, type Disk } from '@millrace/host'
import type { JsonObject } from '@millrace/schema'
import type { MachineImage } from '../contract/runtime.ts'
import { encodeLine, isCount, readLine } from './line.ts'
import { unfinishedName } from './run-files.ts'
import { openIfThere, readAll, removeIfThere } from './whole-file.ts'

const format = 'millrace-image'
const version = 1

const zip = promisify(gzip)
const unzip = promisify(gunzip)

/** Writes an image in place of any other: whoever reads it meanwhile finds the one or the other. */
export async function writeImage(disk: Disk, name: string, image: MachineImage): Promise<void> {
  const packed = await zip(image.bytes, { level: constants.Z_BEST_SPEED })
  const line = encodeLine(headOf(name, image, packed))
  const unfinished = unfinishedName(name)
  await removeIfThere(disk, unfinished)
  const file = await disk.open(unfinished, 'create')
  try {
    await writeAll(file, line, 0)
    await writeAll(file, packed, line.length)
    await file.sync()
  } finally {
    await file.close()
  }
  await disk.rename(unfinished, name)
  await disk.sync()
}

/**
 * Reads an image. @returns nothing where there is none.
 * @throws what is wrong with it.
 */
export async function readImage(
  disk: Disk,
  name: string,
  maxBytes: number,
): Promise<MachineImage | undefined> {
  const content = await contentOf(disk, name, maxBytes)
  if (content === undefined) return undefined
  const end = content.indexOf(0x0a)
  const head = end < 0 ? undefined : readHead(readLine(content.subarray(0, end)))
  if (head === undefined) throw new Error('it does not begin as one of this version')
  if (head.name !== name) throw new Error('it is that of another run')
  const packed = content.subarray(end + 1)
  if (hashOf(packed) !== head.sha256) throw new Error('its checksum is another one')
  if (head.size > maxBytes) throw new Error(`it has ${head.size} bytes, and at most ${maxBytes} are read`)
  const bytes = await unzip(packed, { maxOutputLength: Math.max(1, head.size) })
  if (bytes.length !== head.size) throw new Error(`it has ${bytes.length} bytes instead of ${head.size}`)
  const { build, nextCall, waiting } = head
  return { build, bytes, nextCall, waiting }
}

interface Head extends Omit<MachineImage, 'bytes'> {
  /** Of its file, which tells the run. */
  readonly name: string
  /** Bytes of the image, and the hash of what they are packed into. */
  readonly size: number
  readonly sha256: string
}

function headOf(
  name: string,
  { build, bytes, nextCall, waiting }: MachineImage,
  packed: Uint8Array,
): JsonObject {
  const sha256 = hashOf(packed)
  return { format, version, name, build, nextCall, waiting: [...waiting], size: bytes.length, sha256 }
}

function readHead(head: JsonObject | undefined): Head | undefined {
  if (head?.['format'] !== format || head['version'] !== version) return undefined
  const { name, build, nextCall, waiting, size, sha256 } = head
  if (typeof name !== 'string' || typeof build !== 'string' || typeof sha256 !== 'string') return undefined
  if (!isCount(nextCall) || !isCount(size)) return undefined
  if (!Array.isArray(waiting) || !waiting.every(isCount)) return undefined
  return { name, build, nextCall, waiting, size, sha256 }
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

async function contentOf(disk: Disk, name: string, maxBytes: number): Promise<Buffer | undefined> {
  const file = await openIfThere(disk, name, 'read')
  if (file === undefined) return undefined
  try {
    const size = await file.size()
    if (size > maxBytes) throw new Error(`it has ${size} bytes, and at most ${maxBytes} are read`)
    return await readAll(file, size)
  } finally {
    await file.close()
  }
}
