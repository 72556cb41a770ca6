/**
 * Computes the ticks of an axis from zero to the maximum. The distance between two ticks is 1, 2 or 5 times a
 * power of ten, so that the labels are round numbers.
 */
export function niceTicks(maxValue: number, maxTicks = 4): number[] {
  const roughStep = Math.max(1, maxValue / maxTicks)
  const size = 10 ** Math.floor(Math.log10(roughStep))
  const step = ([1, 2, 5, 10].find((each) => each * size >= roughStep) ?? 10) * size
  const count = Math.max(1, Math.ceil(maxValue / step))
  return Array.from({ length: count + 1 }, (_, at) => at * step)
}

/**
 * Returns whether a chart shows a label. At most `maxLabels` of the `count` labels fit. The shown labels are
 * evenly spaced, and the last label is always shown.
 */
export const isLabelled = (at: number, count: number, maxLabels: number): boolean =>
  (count - 1 - at) % Math.ceil(count / maxLabels) === 0
