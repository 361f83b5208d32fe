/** The formats of pictures that models are shown. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const

/** One of these formats. */
export type PictureType = (typeof pictureTypes)[number]

/** How each begins, in hex. */
const beginnings: readonly (readonly [PictureType, RegExp])[] = [
  ['image/png', /^89504e470d0a1a0a/],
  ['image/jpeg', /^ffd8ff/],
  ['image/gif', /^47494638(?:37|39)61/],
  ['image/webp', /^52494646.{8}57454250/],
]

/** The format that a picture has, by its first bytes and whatever it claims; undefined for any other. */
export function pictureType(bytes: Uint8Array): PictureType | undefined {
  const start = Array.from(bytes.subarray(0, 12), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return beginnings.find(([, begins]) => begins.test(start))?.[0]
}
