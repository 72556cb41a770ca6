import { ConfigurationError } from './errors.ts'
import { parseCredentialStage } from './stage.ts'

/** How a request shows who sends it. */
export interface Credentials {
  /** The headers to send. */
  headers(): Promise<Record<string, string>>
  /**
   * After a 401 to a request that began at this time (of `performance.now`): forgets the token, unless a
   * newer one has come meanwhile. False when there is none to be had.
   */
  renew(startedAt: number): boolean
  /** What may be wrong when they are refused, without saying them. */
  hint?: string
}

/** For requests that need no token. */
export const noCredentials: Credentials = { headers: async () => ({}), renew: () => false }

/** An API token, or an access token together with the key of its client. */
export function bearer(token: string, apiKey: string | undefined): Credentials {
  const headers = {
    authorization: `Bearer ${validateCredential('token', token)}`,
    ...(apiKey === undefined ? {} : { 'x-api-key': validateCredential('apiKey', apiKey) }),
  }
  const stage = parseCredentialStage(token)
  const hint = stage === undefined ? {} : { hint: ` It is of ${stage}: is the service, too?` }
  return { headers: async () => headers, renew: () => false, ...hint }
}

/** What the token endpoint answers. */
export interface TokenGrant {
  access_token: string
  expires_in: number
}

const maxMarginSeconds = 60 // seconds

/**
 * An access token that is fetched when it is needed, and anew before it ends. However many requests
 * need one at once, it is fetched once.
 */
export function clientCredentials(
  apiKey: string,
  fetchToken: () => Promise<TokenGrant>,
): Credentials {
  let current: { token: string; issuedAt: number; validUntil: number } | undefined
  let pending: Promise<{ token: string }> | undefined

  async function requestToken() {
    const { access_token: token, expires_in } = await fetchToken()
    const marginSeconds = Math.min(maxMarginSeconds, expires_in / 10)
    const issuedAt = performance.now()
    current = { token, issuedAt, validUntil: issuedAt + (expires_in - marginSeconds) * 1000 }
    return current
  }

  function refreshToken(): Promise<{ token: string }> {
    pending ??= requestToken().finally(() => {
      pending = undefined
    })
    return pending
  }

  return {
    async headers() {
      const isValid = current !== undefined && performance.now() < current.validUntil
      const { token } = isValid && current !== undefined ? current : await refreshToken()
      return { authorization: `Bearer ${token}`, 'x-api-key': apiKey }
    },
    renew(startedAt) {
      if (current !== undefined && current.issuedAt <= startedAt) current = undefined
      return true
    },
  }
}

/**
 * A credential as it may stand in a header. What is wrong with it is said without it: an error message
 * ends in logs.
 */
export function validateCredential(name: string, value: unknown): string {
  if (typeof value !== 'string' || value === '')
    throw new ConfigurationError(
      `${name} is missing: it is ${value === '' ? 'empty' : typeof value}.`,
    )
  if (value.startsWith('svc-whsec-'))
    throw new ConfigurationError(`${name} is the signing secret of a webhook endpoint.`)
  if (!/^[\x21-\x7e]+$/.test(value))
    throw new ConfigurationError(`${name} holds a space, a line break or an odd character.`)
  if (value.startsWith('svc-v1-') && parseCredentialStage(value) === undefined)
    throw new ConfigurationError(`${name} names neither staging nor production.`)
  return value
}
