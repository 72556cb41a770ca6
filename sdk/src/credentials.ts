import { ConfigurationError } from './errors.ts'
import { stageIn } from './stage.ts'

/** How a request shows who sends it. */
export interface Credentials {
  /** The headers to send. */
  headers(): Promise<Record<string, string>>
  /**
   * After a 401 to a request that began at this time (of `performance.now`): forgets the token, unless a
   * newer one has come meanwhile. False when there is none to be had.
   */
  renew(began: number): boolean
  /** What may be wrong when they are refused, without saying them. */
  hint?: string
}

/** For requests that need no token. */
export const nobody: Credentials = { headers: async () => ({}), renew: () => false }

/** An API token, or an access token together with the key of its client. */
export function bearer(token: string, apiKey: string | undefined): Credentials {
  const headers = {
    authorization: `Bearer ${clean('token', token)}`,
    ...(apiKey === undefined ? {} : { 'x-api-key': clean('apiKey', apiKey) }),
  }
  const stage = stageIn(token)
  const hint = stage === undefined ? {} : { hint: ` It is of ${stage}: is the service, too?` }
  return { headers: async () => headers, renew: () => false, ...hint }
}

/** What the token endpoint answers. */
export interface Granted {
  access_token: string
  expires_in: number
}

const mostMargin = 60 // seconds

/**
 * An access token that is fetched when it is needed, and anew before it ends. However many requests
 * need one at once, it is fetched once.
 */
export function clientCredentials(apiKey: string, fetchToken: () => Promise<Granted>): Credentials {
  let current: { token: string; since: number; goodUntil: number } | undefined
  let pending: Promise<{ token: string }> | undefined

  async function grant() {
    const { access_token: token, expires_in } = await fetchToken()
    const margin = Math.min(mostMargin, expires_in / 10)
    const since = performance.now()
    current = { token, since, goodUntil: since + (expires_in - margin) * 1000 }
    return current
  }

  function fresh(): Promise<{ token: string }> {
    pending ??= grant().finally(() => {
      pending = undefined
    })
    return pending
  }

  return {
    async headers() {
      const isGood = current !== undefined && performance.now() < current.goodUntil
      const { token } = isGood && current !== undefined ? current : await fresh()
      return { authorization: `Bearer ${token}`, 'x-api-key': apiKey }
    },
    renew(began) {
      if (current !== undefined && current.since <= began) current = undefined
      return true
    },
  }
}

/**
 * A credential as it may stand in a header. What is wrong with it is said without it: an error message
 * ends in logs.
 */
export function clean(name: string, value: unknown): string {
  if (typeof value !== 'string' || value === '')
    throw new ConfigurationError(
      `${name} is missing: it is ${value === '' ? 'empty' : typeof value}.`,
    )
  if (value.startsWith('svc-whsec-'))
    throw new ConfigurationError(`${name} is the signing secret of a webhook endpoint.`)
  if (!/^[\x21-\x7e]+$/.test(value))
    throw new ConfigurationError(`${name} holds a space, a line break or an odd character.`)
  if (value.startsWith('svc-v1-') && stageIn(value) === undefined)
    throw new ConfigurationError(`${name} names neither staging nor production.`)
  return value
}
