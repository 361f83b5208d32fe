// A picture of a page has few colours that anybody can tell apart: with a palette it is a fraction of its size.
import { crc32, deflateSync, inflateSync } from 'node:zlib'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/**
 * The same picture with 256 colours at most.
 * @param {Buffer} png - with 8 bits for each of three or four channels, not interlaced, as browsers write them.
 * @returns {Buffer}
 */
export function smallPng(png) {
  const { width, height, channels, pixels } = decoded(png)
  const { palette, indexOf } = paletteOf(pixels, channels)
  const rows = Buffer.alloc(height * (width + 1))
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      rows[y * (width + 1) + 1 + x] = indexOf(colourAt(pixels, (y * width + x) * channels))
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // 8 bits for each pixel, which are the number of a colour.
  header.set([8, 3], 8)
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk(
      'PLTE',
      Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255])),
    ),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const colourAt = (pixels, at) => (pixels[at] << 16) | (pixels[at + 1] << 8) | pixels[at + 2]

/** How many colours stay exactly what they are: grounds, letters, and the shades of shadows. */
const exact = 144

/** The most frequent colours, and for the rest, which are edges of letters, one for all that are near each other. */
function paletteOf(pixels, channels) {
  const counts = new Map()
  for (let at = 0; at < pixels.length; at += channels) {
    const colour = colourAt(pixels, at)
    counts.set(colour, (counts.get(colour) ?? 0) + 1)
  }
  const frequent = [...counts].toSorted((one, other) => other[1] - one[1]).map(([colour]) => colour)
  for (let step = 1; ; step++) {
    const palette = frequent.slice(0, exact)
    const indices = new Map(palette.map((colour, index) => [colour, index]))
    const places = new Map()
    for (const colour of frequent.slice(exact)) {
      const place = [colour >> 16, (colour >> 8) & 255, colour & 255]
        .map((part) => Math.floor(part / step))
        .join(' ')
      if (!places.has(place)) places.set(place, palette.push(colour) - 1)
      indices.set(colour, places.get(place))
    }
    if (palette.length <= 256) return { palette, indexOf: (colour) => indices.get(colour) }
  }
}

function decoded(png) {
  if (!png.subarray(0, 8).equals(signature)) throw new Error('expected a PNG')
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const [depth, type, , , interlaced] = png.subarray(24, 29)
  const channels = { 2: 3, 6: 4 }[type]
  if (depth !== 8 || channels === undefined || interlaced !== 0)
    throw new Error(
      `expected 8 bits for each of three or four channels, row by row, not depth ${depth}, type ${type}`,
    )
  const parts = []
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at)
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length))
    at += length + 12
  }
  const lines = inflateSync(Buffer.concat(parts))
  return { width, height, channels, pixels: unfiltered(lines, width * channels, height, channels) }
}

/** Undoes what each row was made smaller with, from its neighbours to the left and above. */
function unfiltered(lines, stride, height, channels) {
  const pixels = Buffer.alloc(stride * height)
  for (let y = 0; y < height; y++) {
    const filter = lines[y * (stride + 1)]
    for (let x = 0; x < stride; x++) {
      const at = y * stride + x
      const left = x < channels ? 0 : pixels[at - channels]
      const above = y === 0 ? 0 : pixels[at - stride]
      const corner = x < channels || y === 0 ? 0 : pixels[at - stride - channels]
      const base = [0, left, above, (left + above) >> 1, nearest(left, above, corner)][filter]
      pixels[at] = lines[y * (stride + 1) + 1 + x] + base
    }
  }
  return pixels
}

/** What PNG calls Paeth: whichever of the three is nearest to left + above - corner. */
function nearest(left, above, corner) {
  const [a, b, c] = [Math.abs(above - corner), Math.abs(left - corner), Math.abs(left + above - 2 * corner)]
  if (a <= b && a <= c) return left
  return b <= c ? above : corner
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const whole = Buffer.alloc(body.length + 8)
  whole.writeUInt32BE(data.length, 0)
  body.copy(whole, 4)
  whole.writeUInt32BE(crc32(body), body.length + 4)
  return whole
}
