/** What the operator's machines ask: is it alive, is it ready, how is it doing. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Registry } from 'prom-client'

/** One part the service cannot do without, and whether it is there: undefined when all is well, else what is wrong. */
export type Check = () => Promise<string | undefined>

export interface OpsOptions {
  checks: Readonly<Record<string, Check>>
  /** What leaves work undone without keeping the process from answering: then it is degraded, and still ready. */
  warnings?: Readonly<Record<string, Check>>
  metrics: Registry
  isStopping: () => boolean
  /** Whether a request may see metrics and the parts of readiness. Other requests learn the status alone. */
  isOperator: (request: FastifyRequest) => boolean
}

export function ops({ checks, warnings = {}, metrics, isStopping, isOperator }: OpsOptions) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get('/healthz', () => ({ status: 'alive' }))

    app.get('/readyz', async (request, reply) => {
      const [parts, others] = await Promise.all([resultsOf(checks), resultsOf(warnings)])
      const isReady = !isStopping() && isEveryOk(parts)
      const name = isEveryOk(others) ? 'ready' : 'degraded'
      const status = isStopping() ? 'stopping' : isReady ? name : 'not ready'
      // the parts may quote errors of the database
      const states = isOperator(request) ? Object.fromEntries([...parts, ...others]) : {}
      return reply.code(isReady ? 200 : 503).send({ status, ...states })
    })

    app.get('/metrics', async (request, reply) => {
      if (!isOperator(request)) return reply.callNotFound()
      return reply.type(metrics.contentType).send(await metrics.metrics())
    })
  }
}

const resultsOf = (checks: Readonly<Record<string, Check>>) =>
  Promise.all(
    Object.entries(checks).map(
      async ([name, check]) => [name, (await answerOf(check)) ?? 'ok'] as const,
    ),
  )

const isEveryOk = (parts: readonly (readonly [string, string])[]) =>
  parts.every(([, state]) => state === 'ok')

const patience = 3_000 // milliseconds; whoever asks gives up soon

/** A check that hangs is an answer too, and so is one that fails. */
function answerOf(check: Check): Promise<string | undefined> {
  const late = Promise.withResolvers<string>()
  const timer = setTimeout(() => late.resolve(`no answer in ${patience} ms`), patience)
  const told = check().catch((error: unknown) =>
    error instanceof Error ? error.message : String(error),
  )
  return Promise.race([told, late.promise]).finally(() => clearTimeout(timer))
}
