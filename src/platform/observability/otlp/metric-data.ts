import type { MetricObjectWithValues, MetricValue, MetricValueWithName } from 'prom-client'
import { type OtlpAttribute, toAttributes, toNanoseconds } from './attributes.ts'

const cumulative = 2 // the value of AGGREGATION_TEMPORALITY_CUMULATIVE

type Metric = MetricObjectWithValues<MetricValue<string>>

interface TimeRange {
  /** The time at which the process started to count, in milliseconds. */
  startMs: number
  nowMs: number
}

interface NumberPoint {
  attributes: OtlpAttribute[]
  startTimeUnixNano?: string
  timeUnixNano: string
  asDouble: number
}

interface HistogramPoint {
  attributes: OtlpAttribute[]
  startTimeUnixNano: string
  timeUnixNano: string
  count: string
  sum: number
  bucketCounts: string[]
  explicitBounds: number[]
}

export interface OtlpMetric {
  name: string
  description: string
  unit: string
  gauge?: { dataPoints: NumberPoint[] }
  sum?: { aggregationTemporality: number; isMonotonic: true; dataPoints: NumberPoint[] }
  histogram?: { aggregationTemporality: number; dataPoints: HistogramPoint[] }
}

/**
 * Encodes the metrics of a Prometheus registry. Does not change their names, so that
 * dashboards work with both systems.
 */
export const toOtlpMetrics = (metrics: readonly Metric[], range: TimeRange): OtlpMetric[] =>
  metrics.map((metric) => toOtlpMetric(metric, range))

function toOtlpMetric(metric: Metric, range: TimeRange): OtlpMetric {
  const common = { name: metric.name, description: metric.help, unit: findUnit(metric.name) }
  switch (String(metric.type)) {
    case 'gauge':
      return { ...common, gauge: { dataPoints: toNumberPoints(metric, range.nowMs) } }
    case 'counter':
      return { ...common, sum: { ...toTotal, dataPoints: toTotals(metric, range) } }
    case 'histogram':
      return {
        ...common,
        histogram: {
          aggregationTemporality: cumulative,
          dataPoints: toHistogramPoints(metric, range),
        },
      }
    default:
      throw new Error(`the metric ${metric.name} has a type without an encoding: ${metric.type}`)
  }
}

const toTotal = { aggregationTemporality: cumulative, isMonotonic: true } as const

function findUnit(name: string): string {
  if (/_seconds(_total)?$/.test(name)) return 's'
  return /_bytes(_total)?$/.test(name) ? 'By' : ''
}

const toNumberPoints = ({ values }: Metric, nowMs: number): NumberPoint[] =>
  values
    .filter(({ value }) => Number.isFinite(value))
    .map(({ labels, value }) => ({
      attributes: toAttributes(labels),
      timeUnixNano: toNanoseconds(nowMs),
      asDouble: value,
    }))

const toTotals = (metric: Metric, { startMs, nowMs }: TimeRange): NumberPoint[] =>
  toNumberPoints(metric, nowMs).map((point) => ({
    ...point,
    startTimeUnixNano: toNanoseconds(startMs),
  }))

/**
 * Converts a Prometheus histogram. Prometheus has one value for each bucket, which includes the buckets below
 * it, one value for the sum and one for the count.
 */
function toHistogramPoints(metric: Metric, range: TimeRange): HistogramPoint[] {
  const series = new Map<string, MetricValueWithName<string>[]>()
  for (const value of metric.values as MetricValueWithName<string>[]) {
    const { le: _le, ...labels } = value.labels
    const key = JSON.stringify(Object.entries(labels).sort())
    const values = series.get(key)
    if (values === undefined) series.set(key, [value])
    else values.push(value)
  }
  return [...series.values()].map((values) => toHistogramPoint(metric.name, values, range))
}

function toHistogramPoint(
  name: string,
  values: readonly MetricValueWithName<string>[],
  { startMs, nowMs }: TimeRange,
): HistogramPoint {
  const findValue = (suffix: string) =>
    values.find(({ metricName }) => metricName === `${name}_${suffix}`)?.value ?? 0
  const buckets = values.filter(({ labels }) => labels.le !== undefined)
  const bounds = buckets.map(({ labels }) => Number(String(labels.le).replace('+Inf', 'Infinity')))
  const counts = buckets.map(({ value }, index) => value - (buckets[index - 1]?.value ?? 0))
  const { le: _le, ...labels } = values[0]?.labels ?? {}
  return {
    attributes: toAttributes(labels),
    startTimeUnixNano: toNanoseconds(startMs),
    timeUnixNano: toNanoseconds(nowMs),
    count: String(findValue('count')),
    sum: findValue('sum'),
    bucketCounts: counts.map(String),
    explicitBounds: bounds.filter(Number.isFinite),
  }
}
