/** The maximum of an axis and its ticks, from zero: 1, 2 or 5 times a power of ten apart, so that labels are round. */
export function niceTicks(maxValue: number, maxTicks = 4): number[] {
  const roughStep = Math.max(1, maxValue / maxTicks)
  const size = 10 ** Math.floor(Math.log10(roughStep))
  const step = ([1, 2, 5, 10].find((each) => each * size >= roughStep) ?? 10) * size
  const count = Math.max(1, Math.ceil(maxValue / step))
  return Array.from({ length: count + 1 }, (_, at) => at * step)
}

/** Which of `count` labels fit: evenly spaced, and always the last one. */
export const isLabelled = (at: number, count: number, maxLabels: number): boolean =>
  (count - 1 - at) % Math.ceil(count / maxLabels) === 0
