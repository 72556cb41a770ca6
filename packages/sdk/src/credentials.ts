import { ConfigurationError } from './errors.ts'
import { parseCredentialStage } from './stage.ts'

/** The way in which requests authenticate. */
export interface Credentials {
  /** Returns the authentication headers of a request. */
  headers(): Promise<Record<string, string>>
  /**
   * Discards the token after a request got the response 401. `startedAt` is the start of that request in the
   * time of `performance.now`: a token that arrived later is not discarded. Returns false if there is no
   * other token.
   */
  renew(startedAt: number): boolean
  /** A hint for error messages about rejected credentials. The hint does not contain the credentials. */
  hint?: string
}

/** Credentials for requests that need no token. */
export const noCredentials: Credentials = { headers: async () => ({}), renew: () => false }

/** Creates credentials from an API token, or from an access token with the key of its OAuth client. */
export function bearer(token: string, apiKey: string | undefined): Credentials {
  const headers = {
    authorization: `Bearer ${validateCredential('token', token)}`,
    ...(apiKey === undefined ? {} : { 'x-api-key': validateCredential('apiKey', apiKey) }),
  }
  const stage = parseCredentialStage(token)
  const hint =
    stage === undefined
      ? {}
      : { hint: ` The token is for ${stage}; check that the service is ${stage} too.` }
  return { headers: async () => headers, renew: () => false, ...hint }
}

/** The response of the token endpoint. */
export interface TokenGrant {
  access_token: string
  expires_in: number
}

const maxMarginSeconds = 60

/**
 * Creates credentials that fetch an access token when necessary, and renew it before it expires. Concurrent
 * requests share one fetch.
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
 * Validates that a credential can be sent in a header. The error messages do not contain the credential,
 * because logs store them.
 */
export function validateCredential(name: string, value: unknown): string {
  if (typeof value !== 'string' || value === '')
    throw new ConfigurationError(
      `${name} is ${value === '' ? 'empty' : `missing: it is ${typeof value}`}.${
        name === 'token' && value === undefined ? ' Pass it, or set BESTOW_API_TOKEN.' : ''
      }`,
    )
  if (value.startsWith('svc-whsec-'))
    throw new ConfigurationError(`${name} is the signing secret of a webhook endpoint.`)
  if (!/^[\x21-\x7e]+$/.test(value))
    throw new ConfigurationError(`${name} contains a space, a line break or an invalid character.`)
  if (value.startsWith('svc-v1-') && parseCredentialStage(value) === undefined)
    throw new ConfigurationError(`${name} names neither staging nor production.`)
  return value
}
