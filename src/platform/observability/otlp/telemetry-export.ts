import type { Registry } from 'prom-client'
import { waitAtMost } from '../../lib/wait-at-most.ts'
import type { Log } from '../log.ts'
import { toAttributes } from './attributes.ts'
import {
  type CollectorOptions,
  type ExportPath,
  type ExportResult,
  sendToCollector,
} from './collector-client.ts'
import { createLogQueue, type LogQueueLimits } from './log-queue.ts'
import { toLogRecord } from './log-record.ts'
import { toOtlpMetrics } from './metric-data.ts'
import { createOutageReporter } from './outage-reporter.ts'
import { createSendLoop, type RunResult } from './send-loop.ts'

export interface TelemetryExportOptions extends CollectorOptions {
  /** The milliseconds between two requests for metrics, and between two requests for logs. */
  intervalMs: number
  /** Attributes of this process, such as `service.name`. */
  resource: Readonly<Record<string, string>>
  limits?: Partial<LogQueueLimits & { requestTimeoutMs: number; stopTimeoutMs: number }>
}

/** Sends the metrics and the log of this process to the operator's collector. */
export interface TelemetryExport {
  /** Adds a redacted line of the log to the queue. Never waits and never throws. */
  addLogLine(line: string): void
  /** Starts to send at each interval, and reports problems to the log. */
  start(log: Log): void
  /** Adds a registry whose metrics are sent, too. */
  addMetrics(registry: Registry): void
  /** Returns the number of log records that did not reach the collector, since the start. */
  countDroppedLogRecords(): number
  /** Returns the number of failed requests since the start. */
  countFailures(): Readonly<Record<Signal, number>>
  /** Sends the last metrics and log lines, for a few seconds at most. */
  stop(): Promise<void>
}

export type Signal = 'logs' | 'metrics'

const paths: Readonly<Record<Signal, ExportPath>> = { logs: '/v1/logs', metrics: '/v1/metrics' }

const defaultLimits = {
  maxLines: 8_192,
  maxLength: 8_388_608,
  requestTimeoutMs: 10_000,
  stopTimeoutMs: 3_000,
}

const abortGraceMs = 250 // milliseconds that aborted requests have to return their lines to the queue

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the functions share the queue, the counters and the registry
export function createTelemetryExport(options: TelemetryExportOptions): TelemetryExport {
  const limits = { ...defaultLimits, ...options.limits }
  const startMs = Date.now() - process.uptime() * 1_000
  const resource = { attributes: toAttributes(options.resource) }
  const scope = { name: 'bestow', version: options.resource['service.version'] ?? '' }
  const queue = createLogQueue(limits)
  const failures = { logs: 0, metrics: 0 }
  const reporter = createOutageReporter()
  const stopController = new AbortController()
  let refused = 0 // the number of log records that the collector did not accept
  let registry: Registry | undefined

  const countDropped = () => queue.countDropped() + refused

  async function send(signal: Signal, request: object): Promise<ExportResult> {
    const timeout = AbortSignal.timeout(limits.requestTimeoutMs)
    const abort = AbortSignal.any([timeout, stopController.signal])
    const result = await sendToCollector(options, paths[signal], request, abort)
    if (!result.isSent) failures[signal] += 1
    return result
  }

  /** Sends the lines that are in the queue now. Lines that arrive later wait for the next run. */
  async function sendLogs(): Promise<RunResult> {
    for (let left = queue.size(); left > 0; ) {
      const batch = queue.takeBatch()
      if (batch.length === 0) break
      left -= batch.length
      const logRecords = batch.map(toLogRecord).filter((record) => record !== undefined)
      const request = { resourceLogs: [{ resource, scopeLogs: [{ scope, logRecords }] }] }
      const result = await send('logs', request)
      if (result.isSent) refused += Math.min(result.rejected, batch.length)
      else if (result.isRetryable) queue.putBack(batch)
      else refused += batch.length
      reporter.report('logs', result, countDropped())
      if (!result.isSent) return result
    }
    return { isSent: true, retryAfterMs: 0 }
  }

  /**
   * Sends the metrics. A failed request is not repeated: the values are totals since the start, and the next
   * request has newer values.
   */
  async function sendMetrics(): Promise<RunResult> {
    if (registry === undefined) return { isSent: true, retryAfterMs: 0 }
    const values = await registry.getMetricsAsJSON()
    const metrics = toOtlpMetrics(values, { startMs, nowMs: Date.now() })
    const request = { resourceMetrics: [{ resource, scopeMetrics: [{ scope, metrics }] }] }
    const result = await send('metrics', request)
    reporter.report('metrics', result, countDropped())
    return result.isSent ? { isSent: true, retryAfterMs: 0 } : result
  }

  const logLoop = createSendLoop(sendLogs, options.intervalMs, reporter.reportError)
  const metricLoop = createSendLoop(sendMetrics, options.intervalMs, reporter.reportError)

  return {
    addLogLine(line) {
      queue.push(line)
      if (queue.hasFullBatch()) logLoop.runSoon()
    },
    start(log) {
      reporter.setLog(log)
      logLoop.start()
      metricLoop.start()
    },
    addMetrics(added) {
      registry = added
    },
    countDroppedLogRecords: countDropped,
    countFailures: () => failures,
    async stop() {
      const timer = setTimeout(() => stopController.abort(), limits.stopTimeoutMs)
      const flush = Promise.all([logLoop.stop(), metricLoop.stop()])
      await waitAtMost(limits.stopTimeoutMs + abortGraceMs, flush)
      clearTimeout(timer)
      queue.clear()
    },
  }
}
