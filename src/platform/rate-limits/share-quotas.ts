import type { FastifyInstance } from 'fastify'
import type { QuotaDivision } from '../lib/rate-limiter.ts'
import type { Database } from '../postgres/database.ts'
import { createQuotaShares } from './quota-shares.ts'

/**
 * The part of its limit below which a client is not reported. A few processes cannot exceed the limit
 * together with such a client.
 */
const reportedPart = 0.05

/** Divides a limit of requests per second between all processes until the server closes. */
export function shareQuotas(
  app: FastifyInstance,
  { db, name, perSecond }: { db: Database; name: string; perSecond: number },
): QuotaDivision {
  const shares = createQuotaShares({
    db,
    name,
    minReportedPerSecond: perSecond * reportedPart,
    onError: (error) => app.log.debug({ err: error }, 'the rate limits were not shared'),
  })
  app.addHook('onClose', async () => shares.stop())
  return shares
}
