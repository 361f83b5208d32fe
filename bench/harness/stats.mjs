/** Middle value; the mean of the two middle ones for an even count. @param {number[]} values */
export function median(values) {
  if (values.length === 0) return Number.NaN
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2
}

/**
 * Median of the ratios of one round each, so that a busy moment of the machine counts in both.
 * @param {number[]} values @param {number[]} base
 */
export function pairedRatio(values, base) {
  return median(values.map((value, round) => value / base[round]))
}
