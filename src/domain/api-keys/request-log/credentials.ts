import { hasValidChecksum } from '#platform/crypto/checksummed-token'
import { sha256 } from '#platform/crypto/encryption'

/** The credentials of a request. Secrets are hashed before the log buffers the request for a second. */
export interface CredentialHeaders {
  authorization?: string | undefined
  api_key?: string | undefined
  tenant?: string | undefined
  client?: string | undefined
}

/** The form of the Authorization header. */
type AuthorizationForm =
  | 'missing'
  | 'malformed_header'
  | 'malformed_token'
  | 'other_stage'
  | 'well_formed'

export interface PresentedCredentials {
  form: AuthorizationForm
  /** The hex digest of the text after `Bearer `, or of a token elsewhere in the header. */
  token: string | undefined
  api_key: string | undefined
  tenant: string | undefined
  client: string | undefined
}

const secretPattern = /svc-(?:v1|at|rt|cs|key)-(?:staging|production)-[0-9A-Za-z]{49}/

export function parseCredentials(headers: CredentialHeaders, stage: string): PresentedCredentials {
  const { authorization = '', api_key, tenant, client } = headers
  const isBearer = authorization.startsWith('Bearer ')
  const text = isBearer ? authorization.slice(7) : authorization
  const [embeddedToken] = secretPattern.exec(text) ?? []
  const token = embeddedToken ?? (text === '' ? undefined : text)
  return {
    form: classifyAuthorization(text, { isBearer, embeddedToken }, stage),
    token: token === undefined ? undefined : digest(token),
    api_key: api_key === undefined ? undefined : digest(api_key),
    tenant: tenant?.slice(0, 100),
    client: client?.slice(0, 100),
  }
}

function classifyAuthorization(
  text: string,
  { isBearer, embeddedToken }: { isBearer: boolean; embeddedToken: string | undefined },
  stage: string,
): AuthorizationForm {
  if (text.trim() === '') return 'missing'
  if (embeddedToken === undefined || !isChecksumValid(embeddedToken)) return 'malformed_token'
  if (!isBearer || embeddedToken !== text) return 'malformed_header'
  return text.includes(`-${stage}-`) ? 'well_formed' : 'other_stage'
}

const isChecksumValid = (text: string) => hasValidChecksum(text, text.slice(0, -49))

const digest = (text: string): string => sha256(text).toString('hex')
