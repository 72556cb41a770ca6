import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type * as apiKeys from '#api-keys'
import * as mail from '#email'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import { findOldestDue } from '#platform/jobs/due-table'
import type { Signal, TelemetryExport } from '#platform/observability/otlp/telemetry-export'
import {
  ALL_ACCOUNTS,
  type Database,
  readTransaction,
  type TxContext,
} from '#platform/postgres/database'
import * as webhooks from '#webhooks'
import { watchReplica } from './replica-metrics.ts'
import { watchEndpoints, watchSenderRejections } from './slow-metrics.ts'
import { watchTexts } from './text-metrics.ts'
import type { Worker } from './worker.ts'

/**
 * The milliseconds between two samples of the lag of the event loop, which are a part of its metrics. The default of 10 ms
 * used 0.5 % of a core in an idle process.
 */
const lagSampleMs = 100

/**
 * Creates the metrics of this process and of the queue. Each scrape queries those of the queue.
 * The dashboard and the alert rules in `deploy/` use the metrics. A test compares every metric
 * name in `deploy/` with this file.
 */
export function createMetrics(
  app: FastifyInstance,
  db: Database,
  worker: Worker | undefined,
  requestLog: apiKeys.RequestLog | undefined,
): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: lagSampleMs })
  watchRequests(app, registry)
  watchPool(db, registry)
  if (db.replica !== undefined) watchReplica(db.replica, registry)
  if (requestLog !== undefined) watchUnattributed(requestLog, registry)
  if (worker !== undefined) {
    watchEngine(worker, registry)
    watchQueue(db, registry)
    watchTexts(worker.textCounts, registry)
    watchLoops(db, worker, registry)
    watchEndpoints(db, registry)
    watchSenderRejections(db, registry)
  }
  return registry
}

/** Adds the metrics of the requests to the operator's collector. They exist only with BESTOW_OTLP_URL. */
export function watchTelemetry(telemetry: TelemetryExport, registry: Registry): void {
  new Counter({
    name: 'bestow_otlp_dropped_log_records_total',
    help: 'Log records that did not reach the collector, since the start of this process: the queue was full, or the collector rejected them.',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(telemetry.countDroppedLogRecords())
    },
  })
  new Counter({
    name: 'bestow_otlp_export_failures_total',
    help: 'Failed requests to the collector since the start of this process.',
    labelNames: ['signal'] as const,
    registers: [registry],
    collect() {
      this.reset()
      for (const [signal, count] of Object.entries(telemetry.countFailures()))
        this.inc({ signal: signal as Signal }, count)
    },
  })
}

/**
 * Measures requests by their route pattern. The path itself is not used, because it
 * contains ids and codes of links.
 */
function watchRequests(app: FastifyInstance, registry: Registry): void {
  const requests = new Histogram({
    name: 'bestow_http_request_duration_seconds',
    help: 'Time from a request to the end of its response.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    const status = `${Math.floor(reply.statusCode / 100)}xx`
    requests.observe({ method: request.method, route, status }, reply.elapsedTime / 1000)
  })
}

/**
 * Counts the rejected requests whose credentials belong to no account. Only operators see them. Admins see
 * other rejected requests in the request log of their account.
 */
function watchUnattributed(requestLog: apiKeys.RequestLog, registry: Registry): void {
  new Counter({
    name: 'bestow_api_unattributed_unauthorized_total',
    help: 'Requests to the API that got a 401 and whose credentials belong to no account, since the start of this process.',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(requestLog.countUnattributedUnauthorized())
    },
  })
}

function watchPool({ pool }: Database, registry: Registry): void {
  const stats = {
    open: () => pool.totalCount,
    idle: () => pool.idleCount,
    waiting: () => pool.waitingCount,
  }
  for (const [name, read] of Object.entries(stats)) {
    new Gauge({
      name: `bestow_database_connections_${name}`,
      help:
        name === 'waiting'
          ? 'Requests that wait for a connection to the database.'
          : `Connections to the database that are ${name}, in this process.`,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  }
}

const engineCounters = [
  'claimed',
  'leased_at_insert',
  'delivered',
  'failed',
  'abandoned',
  'filtered',
  'parked',
  'stale',
  'swept',
  'slowed',
  'in_flight',
  'waiting',
  'unsettled',
] as const

/** The help texts of the metrics that count endpoints by their state in this process. */
const endpointCounts = {
  slow: 'Endpoints that respond slowly or not at all, as this process sees them: they share a part of its attempts.',
  tripped:
    'Endpoints that failed several times in a row without a response, as this process sees them.',
} as const

function watchEngine(worker: Worker, registry: Registry): void {
  for (const name of engineCounters) {
    new Gauge({
      name: `bestow_deliveries_${name}`,
      help: `Deliveries ${name.replaceAll('_', ' ')}, in this process since its start.`,
      registers: [registry],
      collect() {
        this.set(worker.engine.state()[name])
      },
    })
  }
  for (const [name, help] of Object.entries(endpointCounts)) {
    new Gauge({
      name: `bestow_endpoints_${name}`,
      help,
      registers: [registry],
      collect() {
        this.set(worker.engine.state()[name as keyof typeof endpointCounts].length)
      },
    })
  }
  watchStatements(worker, registry)
}

const statementBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5]

/** Measures how long a claim of deliveries takes, and how long results wait until they are stored. */
function watchStatements({ engine }: Worker, registry: Registry): void {
  const claims = new Histogram({
    name: 'bestow_delivery_claim_duration_seconds',
    help: 'Duration of a claim of deliveries, by lane.',
    labelNames: ['lane'] as const,
    buckets: statementBuckets,
    registers: [registry],
  })
  const settles = new Histogram({
    name: 'bestow_delivery_settle_lag_seconds',
    help: 'Time from the end of an attempt until the database has its result, of the oldest in each batch.',
    buckets: statementBuckets,
    registers: [registry],
  })
  engine.observe({
    onClaimed: (lane, ms) => claims.observe({ lane }, ms / 1000),
    onSettled: (lag_ms) => settles.observe(lag_ms / 1000),
  })
}

/**
 * Adds metrics for the health of the loops in this process, and for the age of the
 * oldest pending work of each kind.
 */
function watchLoops(db: Database, { loops, failures }: Worker, registry: Registry): void {
  new Gauge({
    name: 'bestow_loop_last_success_timestamp_seconds',
    help: 'When each loop of this process last completed a run, in seconds since 1970.',
    labelNames: ['loop'] as const,
    registers: [registry],
    collect() {
      for (const [loop, { lastSuccess }] of Object.entries(loops)) {
        const at = lastSuccess()
        if (at !== undefined) this.set({ loop }, at.getTime() / 1000)
      }
    },
  })
  new Counter({
    name: 'bestow_loop_failures_total',
    help: 'Failures in each loop since the start of this process, for one account or for all.',
    labelNames: ['loop'] as const,
    registers: [registry],
    collect() {
      this.reset()
      for (const loop of Object.keys(loops)) this.inc({ loop }, 0)
      for (const [loop, count] of failures) this.inc({ loop }, count)
    },
  })
  new Gauge({
    name: 'bestow_work_oldest_due_seconds',
    help: 'How long the oldest work of each kind has been due, over all accounts.',
    labelNames: ['work'] as const,
    registers: [registry],
    async collect() {
      const ages = await readTransaction(db, ALL_ACCOUNTS, oldestDue).catch(() => ({}))
      for (const [work, seconds] of Object.entries(ages)) this.set({ work }, seconds)
    },
  })
}

async function oldestDue(ctx: TxContext): Promise<Record<string, number>> {
  const oldest = {
    gifts: await findOldestDue(ctx, gifting.dueTimers),
    ...(await fulfilment.oldestDue(ctx)),
    mail: await findOldestDue(ctx, mail.dueMessages),
  }
  return Object.fromEntries(
    Object.entries(oldest).map(([name, at]) => [
      name,
      at === undefined ? 0 : Math.max(0, (ctx.now.getTime() - at.getTime()) / 1000),
    ]),
  )
}

/**
 * Adds the metrics of the queue, each read with a small query. If the database is
 * unavailable, the metrics do not change.
 */
function watchQueue(db: Database, registry: Registry): void {
  const waiting = new Gauge({
    name: 'bestow_queue_deliveries',
    help: `Deliveries that have not ended, by what they wait for. Counted up to ${webhooks.queueCountCap}.`,
    labelNames: ['state'] as const,
    registers: [registry],
    async collect() {
      const read = await readTransaction(db, ALL_ACCOUNTS, async (ctx) => ({
        stats: await webhooks.getQueueStats(ctx),
        backlog: await webhooks.readBacklog(ctx),
      })).catch(() => undefined)
      if (read === undefined) return
      const { stats, backlog } = read
      for (const [state, count] of Object.entries(stats.counts)) waiting.set({ state }, count)
      oldest.set(backlog.oldest_seconds)
      backlogged.set(backlog.endpoints.length)
      unsigned.set(stats.endpoints_that_cannot_sign)
    },
  })
  const unsigned = new Gauge({
    name: 'bestow_endpoints_unsigned',
    help: 'Endpoints whose signing secret cannot be decrypted. Their deliveries are parked.',
    registers: [registry],
  })
  const oldest = new Gauge({
    name: 'bestow_queue_oldest_ready_seconds',
    help: 'Age of the oldest first attempt that could be made now, without those of endpoints that are limited, fail, or answer late or never.',
    registers: [registry],
  })
  const backlogged = new Gauge({
    name: 'bestow_queue_backlogged_endpoints',
    help: 'Endpoints whose first attempts wait because they are limited, fail, or answer late or never. The System page names them.',
    registers: [registry],
  })
}
