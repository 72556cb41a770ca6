import type { ClientError, IDToken } from 'openid-client'
import { type Identity, type ProviderRules, SignOnFailure } from '#accounts'
import {
  createConfiguration,
  discover,
  findRequestFailure,
  loadOpenIdClient,
  type ProviderClient,
  type ProviderMetadata,
} from './discovery.ts'

/*
 * Exchanges the code of an authorization response for an ID token, and checks both. The library checks the
 * state and `iss` of the response, and the signature, issuer, audience, nonce and expiry of the token.
 */

export interface AuthorizationResponse {
  /** The redirect URI with the query parameters of the response. */
  url: URL
  state: string
  nonce: string
  code_verifier: string
}

/**
 * Requests the identity that a response proves, and the current metadata of the provider. Throws
 * `SignOnFailure`.
 */
export async function requestIdentity(
  client: ProviderClient,
  response: AuthorizationResponse,
  rules: ProviderRules,
): Promise<{ identity: Identity; metadata: ProviderMetadata }> {
  // The provider can change its keys and endpoints at any time.
  const discovery = await discover(client, rules)
  if ('problem' in discovery) throw new SignOnFailure('provider_unreachable', 'discovery_failed')
  const { metadata } = discovery
  try {
    const claims = await requestClaims(client, metadata, response, rules)
    return { identity: toIdentity(claims, client), metadata }
  } catch (error) {
    throw toFailure(error)
  }
}

async function requestClaims(
  client: ProviderClient,
  metadata: ProviderMetadata,
  { url, state, nonce, code_verifier }: AuthorizationResponse,
  rules: ProviderRules,
): Promise<IDToken> {
  const configuration = await createConfiguration(client, metadata, rules)
  const { authorizationCodeGrant } = await loadOpenIdClient()
  const tokens = await authorizationCodeGrant(configuration, url, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: code_verifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (claims === undefined) throw new SignOnFailure('invalid_response', 'id_token_missing')
  return claims
}

const clockToleranceSeconds = 60
const maxAgeSeconds = 600

function toIdentity(claims: IDToken, { client_id, groups_claim }: ProviderClient): Identity {
  const now = Date.now() / 1000
  if (claims.azp !== undefined && claims.azp !== client_id)
    throw new SignOnFailure('invalid_response', 'azp')
  if (claims.iat > now + clockToleranceSeconds || claims.iat < now - maxAgeSeconds)
    throw new SignOnFailure('invalid_response', 'iat')
  if (claims.sub === '' || claims.sub.length > 255)
    throw new SignOnFailure('invalid_response', 'sub')
  const { email, name, auth_time, sid } = claims
  const isUsable = typeof email === 'string' && email.length <= 254 && isEmailVerified(claims)
  return {
    subject: claims.sub,
    email: isUsable ? email : undefined,
    name: typeof name === 'string' ? name : undefined,
    groups: toTexts(claims[groups_claim]),
    session: typeof sid === 'string' && sid.length <= maxTextLength ? sid : undefined,
    authenticated_at: typeof auth_time === 'number' ? new Date(auth_time * 1000) : undefined,
  }
}

const maxTextLength = 255
const maxGroups = 1_000

/** Returns the texts of a claim that is a text or a list. */
const toTexts = (claim: unknown): string[] =>
  [claim]
    .flat()
    .filter((each): each is string => typeof each === 'string' && each.length <= maxTextLength)
    .slice(0, maxGroups)

/**
 * Returns whether the provider has verified the email address. Some providers send this claim as a text.
 * Microsoft Entra ID does not send it. Its claim `xms_edov` says that the owner of the domain has verified
 * the address.
 */
function isEmailVerified({ iss, email_verified, xms_edov }: IDToken): boolean {
  if (email_verified !== undefined) return isTrue(email_verified)
  return new URL(iss).host === 'login.microsoftonline.com' && isTrue(xms_edov)
}

const isTrue = (claim: unknown) =>
  claim === true || claim === 'true' || claim === 1 || claim === '1'

/**
 * Converts an error of the library to a sign-on failure. Checks the names of errors, which are part of the
 * library's interface, because their classes are loaded only on demand.
 */
function toFailure(error: unknown): Error {
  if (error instanceof SignOnFailure) return error
  const failure = findRequestFailure(error)
  if (failure !== undefined) return new SignOnFailure('provider_unreachable', failure.code)
  const { name, code, error: protocolCode } = error as ClientError & { error?: string }
  if (name === 'AuthorizationResponseError') return new SignOnFailure('denied', protocolCode)
  if (name === 'ResponseBodyError') return new SignOnFailure('provider_rejected', protocolCode)
  if (name === 'WWWAuthenticateChallengeError') return new SignOnFailure('provider_rejected')
  if (code === 'OAUTH_TIMEOUT') return new SignOnFailure('provider_unreachable', 'timeout')
  if (code === 'OAUTH_RESPONSE_IS_NOT_CONFORM' || code === 'OAUTH_RESPONSE_IS_NOT_JSON')
    return new SignOnFailure('provider_unreachable', code)
  if (name === 'ClientError') return new SignOnFailure('invalid_response', code)
  // A token or a key can cause other errors, for example a key of the wrong size.
  return new SignOnFailure('invalid_response', error instanceof Error ? error.name : undefined)
}
