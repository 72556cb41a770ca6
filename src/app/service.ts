import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import * as accounts from '#accounts'
import type { Config } from '#platform/config/config'
import { areForeignKeys, checkKeys } from '#platform/jobs/check-keys'
import { type PollingLoop, startPollingLoop } from '#platform/jobs/polling-loop'
import type { Log } from '#platform/observability/log'
import { openTracing } from '#platform/observability/open-tracing'
import type { Tracing } from '#platform/observability/tracing'
import { ALL_ACCOUNTS, type Database, inTransaction } from '#platform/postgres/database'
import { createNotifier, type Notifier } from '#platform/postgres/notifier'
import { type Connection, connect } from './database.ts'
import { type DemoCredentials, ensureDemoAccount } from './demo-account.ts'
import { encryptedColumns, keySource } from './encrypted-columns.ts'
import { buildHttpApp } from './http-app.ts'
import { watchSchema } from './schema-watcher.ts'
import { startProcessReports } from './system/process-reports.ts'
import { serviceVersion } from './version.ts'
import { waitForDatabase } from './wait-for-database.ts'
import { startWorker, type Worker } from './worker.ts'

/** The roles of a process: the public API, the pages, and the background worker. */
export type Role = 'api' | 'web' | 'worker'

/** One process of a deployment. The processes share only the database. */
export interface ServiceProcess {
  /** The public server. It does not listen yet. */
  app: FastifyInstance
  /** The server for the operator, if it has a separate port. It does not listen yet. */
  opsApp: FastifyInstance | undefined
  metrics: Registry
  demo: DemoCredentials | undefined
  setupCode: string | undefined
  /** Finishes the work in progress and releases everything else. */
  stop(): Promise<void>
}

export interface ServiceOptions {
  roles: readonly Role[]
  /** Receives the problem when a newer version has changed the schema incompatibly and this process must stop. */
  onSchemaOutdated: (problem: string) => void
}

const statementTimeoutMs = 5_000 // in milliseconds, for statements whose result a client waits for

/**
 * Starts a service process. If the start fails, closes everything that was
 * opened, so that the process can exit.
 */
export async function startService(
  config: Config,
  log: Log,
  options: ServiceOptions,
): Promise<ServiceProcess> {
  const cleanups: Cleanup[] = []
  try {
    return await openService(config, log, options, cleanups)
  } catch (error) {
    for (const close of cleanups.toReversed()) await close()?.catch(() => {})
    throw error
  }
}

type Cleanup = () => Promise<unknown> | undefined

async function openService(
  config: Config,
  log: Log,
  { roles, onSchemaOutdated }: ServiceOptions,
  cleanups: Cleanup[],
): Promise<ServiceProcess> {
  const tracing = await openTracing(process.env, { version: serviceVersion() })
  cleanups.push(() => tracing?.shutdown())
  let notifier: Notifier | undefined
  let worker: Worker | undefined
  const connection = await connect(config, log, {
    migrates: true,
    isLongLived: true,
    notify: (topic) => notifier?.notify(topic),
    insertLeases: { offer: (account_id) => worker?.engine.insertLeases.offer(account_id) },
    tracing,
  })
  cleanups.push(() => connection.close())
  process.once('exit', connection.closeNow)
  notifier = listenForNotifications(connection.directUrl, log)
  cleanups.push(() => notifier?.stop())
  const connections = splitConnections(config.databaseConnections, roles)
  const db = connection.open('api', connections.http, { statementTimeoutMs, usesReplica: true })
  await rejectForeignKey(db, config, log)
  const hosts = await watchHosts(connection.hosts, db, notifier, log)
  cleanups.push(() => hosts.stop())
  const demo = await waitForDatabase(() => ensureDemoAccount(db, config), log)
  const setupCode = await waitForDatabase(() => accounts.issueSetupCode(db), log)
  if (roles.includes('worker'))
    worker = startWorker(connection.open('worker', connections.worker), notifier, config, log)
  cleanups.push(() => worker?.stop())
  const reports = startProcessReports({ db, worker, roles, log })
  cleanups.push(() => reports.stop())
  const schema = watchSchema(db, log, onSchemaOutdated)
  cleanups.push(() => schema.stop())
  let isStopping = false
  const deps = { db, config, log, worker, schema: schema.status, isStopping: () => isStopping }
  const routes = { api: roles.includes('api'), web: roles.includes('web') }
  const apps = await buildHttpApp(deps, routes)
  return {
    ...apps,
    demo,
    setupCode,
    async stop() {
      isStopping = true
      const parts = { ...apps, worker, reports, schema, hosts, notifier, connection, tracing }
      await stopInOrder(parts, config, log)
    },
  }
}

interface RunningParts {
  app: FastifyInstance
  opsApp: FastifyInstance | undefined
  worker: Worker | undefined
  reports: { stop(): Promise<void> }
  schema: { stop(): Promise<void> }
  hosts: { stop(): Promise<void> }
  notifier: Notifier | undefined
  connection: Connection
  tracing: Tracing | undefined
}

async function stopInOrder(parts: RunningParts, config: Config, log: Log): Promise<void> {
  const { app, opsApp, worker, reports, schema, hosts, notifier, connection, tracing } = parts
  await Promise.allSettled([
    drain(app, config).then(() => app.close()),
    worker?.stop(),
    schema.stop(),
    hosts.stop(),
  ])
  await reports.stop()
  await opsApp?.close() // closes last, so that health probes see the shutdown
  await notifier?.stop()
  await connection.close()
  await tracing
    ?.shutdown()
    .catch((error) => log.warn({ err: error }, 'the last traces were not sent'))
}

const listenForNotifications = (url: string | undefined, log: Log): Notifier =>
  createNotifier({
    url,
    onError: (error) =>
      log.warn({ err: error }, 'notifications from other processes are unavailable'),
  })

const hostsIntervalMs = 60_000 // milliseconds until a process without notifications knows a change of hosts

/** Loads the hosts of accounts, and again when a process changes them. */
async function watchHosts(
  hosts: accounts.HostDirectory,
  db: Database,
  notifier: Notifier,
  log: Log,
): Promise<PollingLoop> {
  await waitForDatabase(() => hosts.refresh(db), log)
  const loop = startPollingLoop({
    name: 'hosts',
    intervalMs: hostsIntervalMs,
    run: () => hosts.refresh(db).then(() => 0),
    onError: (error) => log.warn({ err: error }, 'the hosts of accounts could not be loaded'),
  })
  notifier.on('hosts', loop.wake)
  return loop
}

/** Throws if the encryption key belongs to another database. Warns if a key is missing. */
async function rejectForeignKey(db: Database, config: Config, log: Log): Promise<void> {
  const checks = await waitForDatabase(
    () => inTransaction(db, ALL_ACCOUNTS, (ctx) => checkKeys(ctx, encryptedColumns)),
    log,
  )
  if (areForeignKeys(checks))
    throw new Error(
      `The key in ${keySource(config)} decrypts no value in this database. Set the key that encrypted them, or add it after the new key, separated by a comma.`,
    )
  const columns = checks.filter(({ unreadable }) => unreadable > 0).map(({ column }) => column)
  if (columns.length > 0)
    log.error(
      { columns },
      `a key is missing in ${keySource(config)}: it does not decrypt all values`,
    )
}

/**
 * Waits until load balancers have noticed that this process is not ready. They send requests until then, so
 * the listener stays open.
 */
async function drain(app: FastifyInstance, { drainDelayMs }: Config): Promise<void> {
  if (drainDelayMs > 0 && app.server.listening) await sleep(drainDelayMs)
}

const minConnections = 2 // connections that a worker needs for health checks

/**
 * Splits the connections between the API and the worker, so that neither can take all of them. A process with
 * one role gets nearly all.
 */
function splitConnections(connections: number, roles: readonly Role[]) {
  const half = Math.max(1, Math.floor(connections / 2))
  if (!roles.includes('worker')) return { http: connections, worker: 0 }
  if (roles.length > 1) return { http: half, worker: half }
  return {
    http: Math.min(minConnections, half),
    worker: Math.max(half, connections - minConnections),
  }
}
