import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from '#platform/postgres'
import { everyone, reading } from '#platform/postgres'
import * as webhooks from '#webhooks'
import type { Worker } from './worker.ts'

/**
 * The figures of this process and, asked at each look, those of the queue. A dashboard and alert rules
 * that use them lie in `deploy/`; a test holds every name there against what is answered here.
 */
export function metricsOf(
  app: FastifyInstance,
  db: Database,
  worker: Worker | undefined,
): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  watchRequests(app, registry)
  watchPool(db, registry)
  if (worker !== undefined) {
    watchEngine(worker, registry)
    watchQueue(db, registry)
    watchEndpoints(db, registry)
  }
  return registry
}

/** By route pattern, never by path: a path holds ids, and the codes of links. */
function watchRequests(app: FastifyInstance, registry: Registry): void {
  const requests = new Histogram({
    name: 'bestow_http_request_duration_seconds',
    help: 'Time from a request to the end of its answer.',
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

function watchPool({ pool }: Database, registry: Registry): void {
  const figures = {
    open: () => pool.totalCount,
    idle: () => pool.idleCount,
    waiting: () => pool.waitingCount,
  }
  for (const [name, read] of Object.entries(figures)) {
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

const counted = [
  'claimed',
  'delivered',
  'failed',
  'abandoned',
  'parked',
  'stale',
  'swept',
  'in_flight',
  'unsettled',
] as const

function watchEngine(worker: Worker, registry: Registry): void {
  for (const name of counted) {
    new Gauge({
      name: `bestow_deliveries_${name}`,
      help: `Deliveries ${name.replaceAll('_', ' ')}, in this process since its start.`,
      registers: [registry],
      collect() {
        this.set(worker.engine.state()[name])
      },
    })
  }
}

/** One small question for both figures. While the database is away they are left as they were. */
function watchQueue(db: Database, registry: Registry): void {
  const waiting = new Gauge({
    name: 'bestow_queue_deliveries',
    help: `Deliveries that have not ended, by what they wait for. Counted up to ${webhooks.mostCounted}.`,
    labelNames: ['state'] as const,
    registers: [registry],
    async collect() {
      const figures = await reading(db, everyone, webhooks.queueFigures).catch(() => undefined)
      if (figures === undefined) return
      for (const [state, count] of Object.entries(figures.counts)) waiting.set({ state }, count)
      oldest.set(figures.oldest_ready_seconds)
    },
  })
  const oldest = new Gauge({
    name: 'bestow_queue_oldest_ready_seconds',
    help: 'Age of the oldest delivery that could be sent now.',
    registers: [registry],
  })
}

const endpointsEvery = 30_000 // milliseconds between two looks at the endpoints, however often metrics are read

/** By the same definition as the web app and the email to admins. */
function watchEndpoints(db: Database, registry: Registry): void {
  let readAt = Number.NEGATIVE_INFINITY
  new Gauge({
    name: 'bestow_webhook_endpoints_failing',
    help: 'Enabled webhook endpoints of all accounts that are failing, up to 1000.',
    registers: [registry],
    async collect() {
      if (performance.now() - readAt < endpointsEvery) return
      readAt = performance.now()
      const found = await reading(db, everyone, webhooks.failing).catch(() => undefined)
      if (found !== undefined) this.set(found.filter(({ state }) => state === 'failing').length)
    },
  })
}
