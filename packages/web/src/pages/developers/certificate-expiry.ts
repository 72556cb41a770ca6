import type { Endpoint } from '#web/admin-api.ts'

const dayMs = 86_400_000
/** Days before the expiry of a certificate from which the web app warns. */
const warningDays = 30

export type Expiry = 'valid' | 'soon' | 'expired'

export function getExpiry(expires_at: string, now = Date.now()): Expiry {
  const leftMs = new Date(expires_at).getTime() - now
  if (leftMs <= 0) return 'expired'
  return leftMs <= warningDays * dayMs ? 'soon' : 'valid'
}

/** The certificate of an endpoint that expires first, unless it is valid for longer. */
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
