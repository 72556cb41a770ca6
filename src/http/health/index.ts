/** The endpoints for the operator: liveness, readiness, metrics, and whether a proxy may get a certificate for a host. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Registry } from 'prom-client'
import { frequentRoute } from '#platform/observability/request-logger'

/**
 * Checks a part that the service requires. Returns undefined if the part is available, otherwise the problem.
 */
export type HealthCheck = () => Promise<string | undefined>

export interface HealthOptions {
  checks: Readonly<Record<string, HealthCheck>>
  /**
   * Checks of background work. If one of them fails, the service is `degraded`, which still counts as ready.
   */
  warnings?: Readonly<Record<string, HealthCheck>>
  metrics: Registry
  isStopping: () => boolean
  /**
   * Returns whether a request may see metrics and the parts of readiness. Other requests see only the status.
   */
  isOperator: (request: FastifyRequest) => boolean
  /** Returns whether a name is the host of an account. */
  isAccountHost: (name: string) => boolean
}

export function health({
  checks,
  warnings = {},
  metrics,
  isStopping,
  isOperator,
  isAccountHost,
}: HealthOptions) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get('/healthz', frequentRoute, () => ({ status: 'alive' }))

    app.get('/readyz', frequentRoute, async (request, reply) => {
      const [parts, warningResults] = await Promise.all([runChecks(checks), runChecks(warnings)])
      const isReady = !isStopping() && areAllOk(parts)
      const name = areAllOk(warningResults) ? 'ready' : 'degraded'
      const status = isStopping() ? 'stopping' : isReady ? name : 'not ready'
      // the parts may contain text from database errors
      const states = isOperator(request) ? Object.fromEntries([...parts, ...warningResults]) : {}
      return reply.code(isReady ? 200 : 503).send({ status, ...states })
    })

    app.get('/metrics', frequentRoute, async (request, reply) => {
      if (!isOperator(request)) return reply.callNotFound()
      return reply.type(metrics.contentType).send(await metrics.metrics())
    })

    // Caddy asks this before it gets a certificate (on-demand TLS), so that strangers cannot make it get certificates.
    app.get<{ Querystring: { domain?: unknown } }>(
      '/hosts/ask',
      frequentRoute,
      (request, reply) => {
        const { domain } = request.query
        if (!isOperator(request)) return reply.callNotFound()
        const isKnown = typeof domain === 'string' && isAccountHost(domain)
        return reply.code(isKnown ? 200 : 404).send({ known: isKnown })
      },
    )
  }
}

const runChecks = (checks: Readonly<Record<string, HealthCheck>>) =>
  Promise.all(
    Object.entries(checks).map(
      async ([name, check]) => [name, (await runCheck(check)) ?? 'ok'] as const,
    ),
  )

const areAllOk = (parts: readonly (readonly [string, string])[]) =>
  parts.every(([, state]) => state === 'ok')

const timeoutMs = 3_000 // shorter than the timeout of an orchestrator's probe

/** Runs a check. A check that hangs or throws an error counts as failed. */
function runCheck(check: HealthCheck): Promise<string | undefined> {
  const timedOut = Promise.withResolvers<string>()
  const timer = setTimeout(() => timedOut.resolve(`no response within ${timeoutMs} ms`), timeoutMs)
  const result = check().catch((error: unknown) =>
    error instanceof Error ? error.message : String(error),
  )
  return Promise.race([result, timedOut.promise]).finally(() => clearTimeout(timer))
}
