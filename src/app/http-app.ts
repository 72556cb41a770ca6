import type { FastifyInstance } from 'fastify'
import type { Registry } from 'prom-client'
import * as apiKeys from '#api-keys'
import { toRawMessage } from '#connectors/smtp'
import { ApiError } from '#contract'
import { admin } from '#http/admin'
import { api } from '#http/api'
import { auth } from '#http/auth'
import { carriers } from '#http/carriers'
import { docs } from '#http/docs'
import { type HealthCheck, health } from '#http/health'
import { images } from '#http/images'
import { bounceWebhook, mailbox, smsWebhook } from '#http/mailbox'
import { guardAccountHosts, redeem } from '#http/redeem'
import { scim, scimPath } from '#http/scim'
import { pageNotFound, web } from '#http/web'
import type { Config } from '#platform/config/config'
import type { Log } from '#platform/observability/log'
import {
  ALL_ACCOUNTS,
  type Database,
  inTransaction,
  type TxContext,
} from '#platform/postgres/database'
import type { MigrationStatus } from '#platform/postgres/migrations'
import { identityProviders, postalCodes } from './connectors.ts'
import { guardHost, isFromPrivateNetwork } from './host-guard.ts'
import { createServer } from './http-server.ts'
import { createMetrics } from './metrics.ts'
import { traceRequests } from './request-tracing.ts'
import { mailTransportFromConfig, textSenderFromConfig } from './senders.ts'
import { shippingFromConfig } from './shipping.ts'
import { createSystemStatusReader } from './system/system-status.ts'
import { apiName, serviceVersion } from './version.ts'
import type { Worker } from './worker.ts'
import { findDeliveryProblem, lateSince } from './worker-health.ts'

/** The dependencies of the HTTP modules. */
export interface AppDeps {
  db: Database
  config: Config
  log: Log
  /** The worker of this process. Undefined if the process only serves requests. */
  worker: Worker | undefined
  /** Returns whether the schema matches this version of the code. */
  schema: (ctx: TxContext) => Promise<MigrationStatus>
  isStopping: () => boolean
}

/** The groups of routes that a process has, in addition to health and metrics, which every process has. */
interface EnabledRoutes {
  api: boolean
  web: boolean
}

/** The HTTP servers of one process before they listen. */
export interface HttpApps {
  app: FastifyInstance
  /** The server for the operator, if it has a separate port. */
  opsApp: FastifyInstance | undefined
  metrics: Registry
}

/** Builds one server with the routes of the given roles. */
export async function buildHttpApp(deps: AppDeps, routes: EnabledRoutes): Promise<HttpApps> {
  const { db, config, log } = deps
  const app = createServer(log, undefined, config.trustedProxies)
  guardHost(app, { deployment: db.deployment, host: config.host, log })
  const accountHosts = guardAccountHosts(app, { db, legalLinks: config.legalLinks })
  const { tracing } = db.deployment
  if (tracing !== undefined) traceRequests(app, tracing)
  const requestLog = apiKeys.createRequestLog(db, (error) =>
    log.warn({ err: error }, 'one second of the request log was not written'),
  )
  const metrics = createMetrics(app, db, deps.worker, routes.api ? requestLog : undefined)
  const opsOptions = {
    checks: healthChecks(deps),
    warnings: healthWarnings(deps),
    metrics,
    isStopping: deps.isStopping,
    isAccountHost: (name: string) => db.deployment.hosts?.accountOf(name) !== undefined,
  }
  const hasOpsPort = config.opsPort !== undefined
  await app.register(
    health({ ...opsOptions, isOperator: hasOpsPort ? () => false : isFromPrivateNetwork }),
  )
  if (routes.api) await registerApi(app, deps, requestLog)
  if (routes.web) await registerWeb(app, deps)
  app.setNotFoundHandler((request, reply) => {
    const page =
      accountHosts.replyNotFound(request, reply) ??
      (routes.web ? pageNotFound(request, reply, db.deployment.origin) : undefined)
    if (page !== undefined) return page
    const message = wrongRoleMessage(request.url, routes)
    const apiError = new ApiError('not_found', message === undefined ? {} : { message })
    return reply.code(apiError.status).send({ errors: apiError.errors() })
  })
  if (!hasOpsPort) return { app, opsApp: undefined, metrics }
  const opsApp = createServer(log)
  await opsApp.register(health({ ...opsOptions, isOperator: () => true }))
  return { app, opsApp, metrics }
}

/** Registers the routes of the role `api`: the public API, and MCP if MCP is enabled. */
async function registerApi(
  app: FastifyInstance,
  { db, config }: AppDeps,
  log: apiKeys.RequestLog,
): Promise<void> {
  const deployment = { stage: config.stage, region: config.region }
  const authenticate = apiKeys.createAuthenticator(db, deployment)
  const options = { db, authenticate, rateLimit: config.maxRequestsPerSecond, name: apiName() }
  const { webhookAllowPrivate: allowPrivate, webhookPorts: ports, proxy } = config
  const downloads = { allowPrivate, ports, proxy }
  const shipping = shippingFromConfig(config)
  const endpointRules = { allowPrivate, ports, allowedNetworks: config.webhookNetworks }
  await app.register(api({ ...options, log, shipping, downloads, endpointRules }), {
    prefix: '/api',
  })
  if (config.isMcpEnabled) {
    const { mcp } = await import('#http/mcp')
    await app.register(mcp({ ...options, shipping, version: serviceVersion() }))
  }
}

/** Registers the routes of the role `web`: all pages, their APIs, and the webhooks of carriers and mail services. */
async function registerWeb(app: FastifyInstance, deps: AppDeps): Promise<void> {
  const { db, config } = deps
  await app.register(web, { origin: db.deployment.origin })
  const { webhookAllowPrivate, webhookPorts, webhookNetworks, proxy, mail, stage } = config
  const canSendEmail = mail.smtp !== undefined || stage === 'staging'
  const shipping = shippingFromConfig(config)
  const options = { db, rateLimit: config.maxRequestsPerSecond }
  const outbound = { webhookAllowPrivate, webhookPorts, webhookNetworks, proxy }
  const installationMail = {
    config: mail,
    open: () => mailTransportFromConfig(config, db.deployment.tracing),
  }
  const readSystemStatus = createSystemStatusReader(deps)
  const page = { canSendEmail, shipping, identityProviders, readSystemStatus, installationMail }
  await app.register(admin({ ...options, ...outbound, ...page }), { prefix: '/admin/api' })
  await app.register(scim(options), { prefix: scimPath })
  await app.register(images(db))
  await app.register(carriers({ db, shipping }))
  await app.register(docs(db.deployment))
  await app.register(bounceWebhook({ db, secret: config.mail.bounceSecret }))
  const { inbox } = textSenderFromConfig(config) ?? {}
  await app.register(smsWebhook({ db, inbox, connectors: shipping.connectors }))
  if (config.mail.isMailboxOpen)
    await app.register(mailbox({ db, sending: config.mail, toRawMessage }))
  const rules = {
    allowPrivate: webhookAllowPrivate,
    ports: webhookPorts,
    allowedNetworks: webhookNetworks,
    proxy,
  }
  const providerKinds = { all: identityProviders, rules }
  await app.register(auth({ ...options, isMcpEnabled: config.isMcpEnabled, providerKinds }))
  await app.register(redeem({ ...options, shipping, postalCodes, legalLinks: config.legalLinks }))
}

/** Returns the error message for a request that the proxy should have sent to another process. */
function wrongRoleMessage(path: string, routes: EnabledRoutes): string | undefined {
  const role = /^\/(api|mcp)([/?]|$)/.test(path) ? 'api' : 'web'
  if (routes[role]) return undefined
  return `This process does not have the role ${role}. Its health is at /readyz; ${
    role === 'api' ? '/api and /mcp are' : 'everything but /api and /mcp is'
  } served by processes that were started with --roles ${role}.`
}

/** Returns the health checks. Each check returns its problem, or undefined. */
function healthChecks({ db, schema, worker }: AppDeps): Record<string, HealthCheck> {
  const failing = (error: unknown) => (error instanceof Error ? error.message : String(error))
  return {
    database: () =>
      inTransaction(db, ALL_ACCOUNTS, (ctx) => ctx.query('select 1')).then(
        () => undefined,
        failing,
      ),
    migrations: () =>
      inTransaction(db, ALL_ACCOUNTS, schema).then(
        (status) => (status.state === 'current' ? undefined : status.state),
        failing,
      ),
    ...(worker === undefined ? {} : { deliveries: async () => findDeliveryProblem(worker) }),
  }
}

/**
 * Returns the checks of problems that delay background work but do not affect responses: loops
 * that have not completed a run.
 */
function healthWarnings({ worker }: AppDeps): Record<string, HealthCheck> {
  if (worker === undefined) return {}
  return Object.fromEntries(
    Object.entries(worker.loops).map(([name, loop]) => [
      `loop ${name}`,
      async () => {
        const since = lateSince(loop, worker.startedAt)
        return since && `has not completed a run since ${since.toISOString()}`
      },
    ]),
  )
}
