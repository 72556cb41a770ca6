import type { Endpoint } from '#web/admin-api.ts'

const dayMs = 86_400_000
/** The number of days before the expiry of a certificate when the warning of the web app starts. */
const warningDays = 30

export type Expiry = 'valid' | 'soon' | 'expired'

export function getExpiry(expires_at: string, now = Date.now()): Expiry {
  const leftMs = new Date(expires_at).getTime() - now
  if (leftMs <= 0) return 'expired'
  return leftMs <= warningDays * dayMs ? 'soon' : 'valid'
}

/**
 * Finds the certificate of an endpoint that expires first. Returns undefined if no certificate expires soon.
 */
export function findExpiring({
  ca_expires_at,
  client_certificate_expires_at,
}: Pick<Endpoint, 'ca_expires_at' | 'client_certificate_expires_at'>) {
  return [
    { kind: 'ca' as const, expires_at: ca_expires_at },
    { kind: 'client_certificate' as const, expires_at: client_certificate_expires_at },
  ]
    .flatMap(({ kind, expires_at }) =>
      expires_at === null ? [] : [{ kind, expires_at, expiry: getExpiry(expires_at) }],
    )
    .filter(({ expiry }) => expiry !== 'valid')
    .sort((one, other) => (one.expires_at < other.expires_at ? -1 : 1))[0]
}
