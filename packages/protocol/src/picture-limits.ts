import type { PictureSize } from './picture-size.ts'

/** The largest pictures that a model is shown, wherever they come from. */
export const pictureLimits = {
  /** Bytes, which are 5 MiB in base64. */
  bytes: 3_932_160,
  /** Pixels along either side. */
  side: 8000,
} as const

/**
 * Why a picture is too large to be shown; undefined where it is not.
 * @param bytes - how many it takes.
 * @param size - in pixels; undefined where nobody knows.
 */
export function pictureFault(bytes: number, size: PictureSize | undefined): string | undefined {
  if (bytes > pictureLimits.bytes) return `only pictures of at most ${pictureLimits.bytes} bytes are shown`
  const side = Math.max(size?.width ?? 0, size?.height ?? 0)
  return side > pictureLimits.side
    ? `only pictures of at most ${pictureLimits.side} pixels a side are shown`
    : undefined
}
