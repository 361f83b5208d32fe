/** Width and height of a picture, in pixels. */
export interface PictureSize {
  readonly width: number
  readonly height: number
}

/** Where sizes stand is near the beginning; a JPEG may have its thumbnail and its colours before. */
const headBytes = 256 * 1024

/** The size that a PNG, GIF, WebP or JPEG says it has; `undefined` for everything else, also what is broken. */
export function pictureSize(base64: string): PictureSize | undefined {
  const head = Buffer.from(base64.slice(0, Math.ceil(headBytes / 3) * 4), 'base64')
  for (const read of [png, gif, webp, jpeg]) {
    const size = read(head)
    if (size !== undefined) return size.width > 0 && size.height > 0 ? size : undefined
  }
  return undefined
}

function png(head: Buffer): PictureSize | undefined {
  if (head.length < 24 || head.toString('latin1', 1, 4) !== 'PNG') return undefined
  return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) }
}

function gif(head: Buffer): PictureSize | undefined {
  if (head.length < 10 || head.toString('latin1', 0, 4) !== 'GIF8') return undefined
  return { width: head.readUInt16LE(6), height: head.readUInt16LE(8) }
}

function webp(head: Buffer): PictureSize | undefined {
  if (head.length < 30 || head.toString('latin1', 8, 12) !== 'WEBP') return undefined
  const kind = head.toString('latin1', 12, 16)
  if (kind === 'VP8X') return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 }
  if (kind === 'VP8 ')
    return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff }
  if (kind !== 'VP8L') return undefined
  const bits = head.readUInt32LE(21)
  return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
}

function jpeg(head: Buffer): PictureSize | undefined {
  if (head.length < 4 || head.readUInt16BE(0) !== 0xffd8) return undefined
  for (let at = 2; at + 9 <= head.length;) {
    const marker = head.readUInt16BE(at)
    if (marker < 0xff00) return undefined
    // A frame header; the four others of the range are tables.
    const isFrame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker)
    if (isFrame) return { width: head.readUInt16BE(at + 7), height: head.readUInt16BE(at + 5) }
    at += 2 + head.readUInt16BE(at + 2)
  }
  return undefined
}
