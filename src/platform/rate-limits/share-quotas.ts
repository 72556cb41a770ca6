import type { FastifyInstance } from 'fastify'
import type { QuotaDivision } from '../lib/rate-limiter.ts'
import type { Database } from '../postgres/database.ts'
import { createQuotaShares } from './quota-shares.ts'

/** Clients below this part of their limit are not reported: few processes cannot exceed the limit with them. */
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
