import type { TxContext } from '#platform/postgres/database'
import { accountFilter, inScopeSql } from './endpoint-store.ts'

/** A certificate of an enabled endpoint that expires soon or has expired. */
export interface ExpiringCertificate {
  endpoint_id: string
  url: string
  description: string
  certificate: 'ca' | 'client_certificate'
  expires_at: Date
}

const warningDays = 30
const maxListed = 20

/**
 * Returns the certificate that expires first of each enabled endpoint, if it expires within 30 days. The context has the
 * real time.
 */
export const listExpiringCertificates = (ctx: TxContext): Promise<ExpiringCertificate[]> =>
  ctx.query<ExpiringCertificate>(
    `select id as endpoint_id, url, description,
            case when ca_expires_at <= coalesce(client_certificate_expires_at, 'infinity')
                 then 'ca' else 'client_certificate' end as certificate,
            least(ca_expires_at, client_certificate_expires_at) as expires_at
       from webhooks.endpoint
      where ${inScopeSql} and enabled
        and least(ca_expires_at, client_certificate_expires_at) <= $2::timestamptz + make_interval(days => $3)
      order by least(ca_expires_at, client_certificate_expires_at), id
      limit ${maxListed}`,
    [accountFilter(ctx), ctx.now, warningDays],
  )
