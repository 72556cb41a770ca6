import type { Log } from '../log.ts'
import type { ExportResult } from './collector-client.ts'

/** Writes problems of the collector to the log: one line at the start of an outage, and one at its end. */
export interface OutageReporter {
  setLog(log: Log): void
  report(signal: string, result: ExportResult, dropped: number): void
  reportError(error: unknown): void
}

export function createOutageReporter(): OutageReporter {
  const failing = new Set<string>()
  let log: Log | undefined
  let isDropReported = false
  let isErrorReported = false
  return {
    setLog(newLog) {
      log = newLog
    },
    report(signal, result, dropped) {
      if (result.isSent) {
        if (failing.delete(signal)) log?.info({ signal, dropped }, 'the collector responds again')
      } else if (!failing.has(signal)) {
        failing.add(signal)
        const { problem } = result
        log?.warn({ signal, problem }, 'the collector of BESTOW_OTLP_URL does not accept data')
      }
      if (dropped === 0 || isDropReported) return
      isDropReported = true
      log?.warn(
        'log records did not reach the collector; bestow_otlp_dropped_log_records_total counts them',
      )
    },
    reportError(error) {
      if (isErrorReported) return
      isErrorReported = true
      log?.error({ err: error }, 'telemetry cannot be encoded')
    },
  }
}
