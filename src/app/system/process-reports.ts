import { hostname } from 'node:os'
import { startPollingLoop } from '#platform/jobs/polling-loop'
import { systemClock } from '#platform/lib/clock'
import { newId } from '#platform/lib/ids'
import type { Log } from '#platform/observability/log'
import { measureClockSkew } from '#platform/postgres/clock-skew'
import {
  ALL_ACCOUNTS,
  type Database,
  inTransaction,
  type TxContext,
} from '#platform/postgres/database'
import { commitHash, serviceVersion } from '../version.ts'
import type { Worker } from '../worker.ts'
import { findDeliveryProblem, lateSince } from '../worker-health.ts'

/*
 * The reports of processes. Every process reports its state to the database, because the process that serves
 * the page of operators knows only itself.
 */

/** The facts that a process knows about itself. Times are in JSON. */
interface ProcessReport {
  host: string
  pid: number
  roles: readonly string[]
  version: string
  commit: string
  clock_skew_ms: number
  memory_bytes: number
  connections: { open: number; idle: number; waiting: number }
  deliveries: {
    problem: string | null
    in_flight: number
    delivered: number
    failed: number
  } | null
  loops: {
    name: string
    interval_ms: number
    last_success_at: string | null
    failures: number
    is_late: boolean
  }[]
}

interface StoredReport {
  id: string
  report: ProcessReport
  started_at: Date
  reported_at: Date
  /** Seconds since the report, by the clock of the database. */
  age_seconds: number
}

const intervalMs = 15_000
/**
 * The maximum age of a report in hours. A process that died without removing its
 * report stays visible for a day.
 */
const maxReportHours = 24

interface ReportingProcess {
  db: Database
  worker: Worker | undefined
  roles: readonly string[]
  log: Log
}

/**
 * Reports the state of a process every 15 seconds until `stop`. `stop` removes the report, because a process
 * that stops in an orderly way is not missing.
 */
export function startProcessReports({ db, worker, roles, log }: ReportingProcess) {
  const id = newId(new Date())
  const startedAt = new Date()
  const identity = {
    host: hostname(),
    pid: process.pid,
    roles,
    version: serviceVersion(),
    commit: commitHash(),
  }
  const loop = startPollingLoop({
    name: 'process report',
    intervalMs,
    async run() {
      const clock_skew_ms = await measureClockSkew(db, systemClock)
      const report = { ...identity, clock_skew_ms, ...describeProcess(db, worker) }
      await inTransaction(db, ALL_ACCOUNTS, async (ctx) => save(ctx, id, startedAt, report))
      return 0
    },
    onError: (error) => log.debug({ err: error }, 'the state of the process was not reported'),
  })
  return {
    async stop(): Promise<void> {
      await loop.stop()
      await inTransaction(db, ALL_ACCOUNTS, async (ctx) =>
        ctx.enqueue('delete from platform.process_report where id = $1', [id]),
      ).catch((error: unknown) => log.debug({ err: error }, 'the report was not removed'))
    },
  }
}

const describeProcess = ({ pool }: Database, worker: Worker | undefined) => ({
  memory_bytes: process.memoryUsage.rss(),
  connections: { open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount },
  deliveries: worker === undefined ? null : describeDeliveries(worker),
  loops: worker === undefined ? [] : describeLoops(worker),
})

function describeDeliveries(worker: Worker) {
  const { in_flight, delivered, failed } = worker.engine.state()
  return { problem: findDeliveryProblem(worker) ?? null, in_flight, delivered, failed }
}

const describeLoops = ({ loops, failures, startedAt }: Worker) =>
  Object.entries(loops).map(([name, loop]) => ({
    name,
    interval_ms: loop.intervalMs,
    last_success_at: loop.lastSuccess()?.toISOString() ?? null,
    failures: failures.get(name) ?? 0,
    is_late: lateSince(loop, startedAt) !== undefined,
  }))

function save(ctx: TxContext, id: string, startedAt: Date, report: ProcessReport): void {
  ctx.enqueue(
    `insert into platform.process_report (id, report, started_at, reported_at)
     values ($1, $2, $3, clock_timestamp())
     on conflict (id) do update set report = excluded.report, reported_at = excluded.reported_at`,
    [id, JSON.stringify(report), startedAt],
  )
  ctx.enqueue(
    `delete from platform.process_report where reported_at < clock_timestamp() - make_interval(hours => $1)`,
    [maxReportHours],
  )
}

/** Returns the reports of all processes, the oldest process first. Requires a transaction for ALL_ACCOUNTS. */
export const listProcessReports = (ctx: TxContext): Promise<StoredReport[]> =>
  ctx.query<StoredReport>(
    `select id, report, started_at, reported_at,
            extract(epoch from clock_timestamp() - reported_at)::float8 as age_seconds
       from platform.process_report order by started_at, id limit 200`,
  )
