import { type FieldError, normalizeScopes, type Scope, throwIfAny } from '#contract'
import { sha256 } from '#platform/crypto/encryption'
import type { Deployment } from '#platform/deployment'
import { findAppRedirectUriError } from './redirect-uri.ts'

/*
 * Clients that register themselves (RFC 7591). The client_id contains the whole registration, encrypted, so a
 * registration stores nothing and a flood of registrations fills no table. The account of a user gets a row for the
 * client when an admin allows it.
 */

/** The scopes that agents may have: those of the tools. */
export const agentScopes: readonly Scope[] = [
  'gift_requests:read',
  'gift_requests:write',
  'campaigns:read',
  'events:read',
  'endpoints:read',
]

/** What a client says about itself. Nothing of it is verified. */
export interface Registration {
  name: string
  redirect_uris: readonly string[]
}

const prefix = 'mcp_'
const encryptionContext = 'OAuth client registration'
const maxRedirectUris = 10
const maxTotalLength = 2_000
const maxNameLength = 80

/**
 * Returns the client_id of a new client.
 *
 * @throws ApiError that names each invalid redirect URI
 */
export function registerClient(
  { cipher }: Deployment,
  { name, redirect_uris }: Registration,
): Registration & { client_id: string } {
  throwIfAny(findRegistrationErrors(redirect_uris))
  const registration = { name: toDisplayName(name), redirect_uris }
  const encrypted = cipher.encrypt(JSON.stringify(registration), encryptionContext)
  return { ...registration, client_id: `${prefix}${encrypted.toString('base64url')}` }
}

/** Returns the registration that a client_id contains; undefined if this deployment did not issue it. */
export function readRegistration(
  { cipher }: Deployment,
  client_id: string,
): Registration | undefined {
  if (!isRegistrationId(client_id)) return undefined
  try {
    const encrypted = Buffer.from(client_id.slice(prefix.length), 'base64url')
    return JSON.parse(cipher.decrypt(encrypted, encryptionContext))
  } catch {
    return undefined
  }
}

export const isRegistrationId = (client_id: string): boolean => client_id.startsWith(prefix)

export const hashRegistration = (client_id: string): Buffer => sha256(client_id)

/** Returns the scopes of a request of a registered client: unknown ones are ignored (RFC 6749, 3.3). */
export function resolveAgentScopes(parameter: string | undefined): Scope[] | undefined {
  if (parameter === undefined) return [...agentScopes]
  const requested = parameter.split(' ')
  const scopes = agentScopes.filter((scope) => requested.includes(scope))
  return scopes.length === 0 ? undefined : (normalizeScopes(scopes) as Scope[])
}

function findRegistrationErrors(redirect_uris: readonly string[]): FieldError[] {
  const param = 'redirect_uris'
  if (redirect_uris.length === 0)
    return [{ code: 'required', param, message: 'must contain at least one redirect URI' }]
  if (redirect_uris.length > maxRedirectUris)
    return [{ code: 'too_many', param, message: `must contain at most ${maxRedirectUris} URIs` }]
  if (redirect_uris.join('').length > maxTotalLength)
    return [
      { code: 'too_long', param, message: `must have at most ${maxTotalLength} characters in all` },
    ]
  return redirect_uris.flatMap((uri, index) => {
    const message = findAppRedirectUriError(uri)
    return message === undefined
      ? []
      : [{ code: 'invalid_format' as const, param: `${param}.${index}`, message }]
  })
}

/** Removes control characters and invisible ones, with which a name could imitate the text around it. */
function toDisplayName(name: string): string {
  const visible = name
    .normalize('NFC')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return [...visible].slice(0, maxNameLength).join('') || 'An app without a name'
}
