import type { Cipher } from '#platform/installation'
import type { LruCache } from '#platform/kept'
import type { TxContext } from '#platform/postgres'
import { sealedFor } from './endpoints.ts'
import { signingError } from './signing-errors.ts'

/** What it takes to send to an endpoint, as it was in one generation. */
export interface Destination {
  url: string
  standard_webhooks: boolean
  secrets: Secrets
}

/** Why nothing can be signed for an endpoint. */
export interface Unsignable {
  signing_error: string
}

interface Secrets {
  current: string
  /** Also signs, until then. */
  previous?: { secret: string; until: Date }
}

interface Row {
  id: string
  generation: number
  url: string
  standard_webhooks: boolean
  secret: Buffer
  previous_secret: Buffer | null
  previous_until: Date | null
}

/**
 * The destinations of what was claimed. Each is read once for each generation of its endpoint and kept; a claim
 * tells the generation, so what changed is read again at once.
 */
export async function destinationsOf(
  ctx: TxContext,
  claimed: readonly { endpoint_id: string; generation: number }[],
  kept: LruCache,
): Promise<Map<string, Destination | Unsignable>> {
  const { cipher: sealer } = ctx.deployment
  const found = new Map<string, Destination | Unsignable>()
  const missing = new Set<string>()
  for (const { endpoint_id, generation } of claimed) {
    if (found.has(endpoint_id)) continue
    const known = kept.get(keyOf(endpoint_id, generation)) as Destination | undefined
    if (known === undefined) missing.add(endpoint_id)
    else found.set(endpoint_id, known)
  }
  if (missing.size === 0) return found
  const rows = await ctx.query<Row>(
    `select id, generation, url, standard_webhooks, secret, previous_secret, previous_until
       from webhooks.endpoint where id = any ($1)`,
    [[...missing]],
  )
  for (const row of rows) {
    // What is kept must not hold on to the whole packet that it came in.
    const secret = Buffer.from(row.secret)
    const destination = destinationFrom({ ...row, secret }, sealer)
    if (!('signing_error' in destination)) kept.set(keyOf(row.id, row.generation), destination)
    found.set(row.id, destination)
  }
  return found
}

const keyOf = (endpoint_id: string, generation: number) => `${endpoint_id} ${generation}`

function destinationFrom(row: Row, sealer: Cipher): Destination | Unsignable {
  const { id, url, standard_webhooks, previous_secret, previous_until } = row
  const open = (sealed: Buffer) => sealer.decrypt(sealed, sealedFor(id))
  try {
    const secrets: Secrets = { current: open(row.secret) }
    if (previous_secret !== null && previous_until !== null && isReadable(previous_secret, open))
      secrets.previous = { secret: open(previous_secret), until: previous_until }
    return { url, standard_webhooks, secrets }
  } catch (error) {
    return { signing_error: signingError(error) }
  }
}

/** Without the secret before it, the current one signs alone. */
function isReadable(sealed: Buffer, open: (sealed: Buffer) => string): boolean {
  try {
    open(sealed)
    return true
  } catch {
    return false
  }
}
