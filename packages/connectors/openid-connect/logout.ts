import type { JSONWebKeySet } from 'jose'
import { type ProviderLogout, type ProviderRules, SignOnFailure } from '#accounts'
import { createFetch, type ProviderMetadata } from './discovery.ts'

const event = 'http://schemas.openid.net/event/backchannel-logout'
const maxTokenLength = 20_000
const maxTextLength = 255

/** Verifies a logout token (OpenID Connect Back-Channel Logout 1.0, 2.6). Throws `SignOnFailure`. */
export async function verifyLogoutToken(
  token: string,
  metadata: ProviderMetadata,
  client_id: string,
  rules: ProviderRules,
): Promise<ProviderLogout> {
  if (token === '' || token.length > maxTokenLength) throw invalid('logout_token')
  try {
    const { createLocalJWKSet, jwtVerify } = await import('jose')
    const response = await createFetch(rules)(metadata.jwks_uri, { method: 'GET', headers: {} })
    const keys = createLocalJWKSet((await response.json()) as JSONWebKeySet)
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      issuer: metadata.issuer,
      audience: client_id,
      algorithms: metadata.id_token_signing_alg_values_supported,
      requiredClaims: ['iat', 'jti', 'events'],
      maxTokenAge: '10 minutes',
      clockTolerance: '60 seconds',
    })
    const { typ = 'logout+jwt' } = protectedHeader
    // An ID token has no such event, and a logout token no nonce, so that neither stands for the other.
    if (!/^(logout\+)?jwt$/i.test(typ) || !isLogout(payload.events) || 'nonce' in payload)
      throw invalid('no_logout_token')
    const [subject, session] = [toText(payload.sub), toText(payload.sid)]
    const id = toText(payload.jti)
    if (id === undefined || (subject ?? session) === undefined) throw invalid('claims')
    return { id, subject, session }
  } catch (error) {
    if (error instanceof SignOnFailure) throw error
    const { code } = error as { code?: unknown }
    throw invalid(typeof code === 'string' ? code : 'token')
  }
}

const isLogout = (events: unknown): boolean =>
  typeof events === 'object' &&
  events !== null &&
  typeof (events as Record<string, unknown>)[event] === 'object'

const toText = (claim: unknown): string | undefined =>
  typeof claim === 'string' && claim !== '' && claim.length <= maxTextLength ? claim : undefined

const invalid = (detail: string) => new SignOnFailure('invalid_response', detail)
