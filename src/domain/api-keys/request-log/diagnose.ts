import type { PresentedCredentials } from './credentials.ts'

/*
 * Diagnoses rejected requests for the admins of the affected account. The response does not contain the
 * reason. The diagnosis runs after the response, so it adds no latency.
 */

/** All reasons. The web app has a description and a remedy for each. */
export type Reason =
  | 'token_missing'
  | 'authorization_header_malformed'
  | 'token_malformed'
  | 'token_unknown'
  | 'token_of_other_stage'
  | 'token_of_other_region'
  /** A user revoked the API token. */
  | 'token_expired'
  /** The API token ended by itself. */
  | 'token_past_expiry'
  | 'token_in_api_key'
  | 'api_key_in_token'
  | 'access_token_expired'
  | 'access_token_revoked'
  | 'refresh_token_as_access_token'
  | 'client_revoked'
  | 'api_key_missing'
  | 'api_key_mismatch'
  | 'tenant_mismatch'
  | 'client_mismatch'
  | 'changed_during_request'

/** A known credential with its owner and its state. */
export interface KnownCredential {
  digest: string
  kind: 'api_token' | 'access' | 'refresh' | 'api_key'
  account_id: string
  token_id: string | null
  client_id: string | null
  stage: string
  region: string
  /** When the credential ends, or ended, by itself. */
  expired_at: Date | null
  revoked_at: Date | null
  client_revoked_at: Date | null
  tenant: string
  /** The hex digest of the client's API key. */
  api_key: string | null
}

/**
 * Returns the known credential of a rejected request, and the reason; undefined if no credential is
 * known.
 */
export function diagnose(
  presented: PresentedCredentials,
  credentials: ReadonlyMap<string, KnownCredential>,
  deployment: { stage: string; region: string; at: Date },
): { credential: KnownCredential; reason: Reason } | undefined {
  const token = presented.token === undefined ? undefined : credentials.get(presented.token)
  if (token !== undefined)
    return { credential: token, reason: diagnoseToken(token, presented, deployment) }
  const key = presented.api_key === undefined ? undefined : credentials.get(presented.api_key)
  if (key === undefined) return undefined
  if (key.kind !== 'api_key') return { credential: key, reason: 'token_in_api_key' }
  const reason = key.client_revoked_at === null ? reasonByForm[presented.form] : 'client_revoked'
  return { credential: key, reason }
}

/** The reasons for requests with a correct API key and an unknown token. */
const reasonByForm: Readonly<Record<PresentedCredentials['form'], Reason>> = {
  missing: 'token_missing',
  malformed_header: 'token_unknown',
  malformed_token: 'token_malformed',
  other_stage: 'token_of_other_stage',
  well_formed: 'token_unknown',
}

function diagnoseToken(
  token: KnownCredential,
  presented: PresentedCredentials,
  { stage, region, at }: { stage: string; region: string; at: Date },
): Reason {
  if (token.kind === 'api_key') return 'api_key_in_token'
  if (token.stage !== stage) return 'token_of_other_stage'
  if (token.region !== region) return 'token_of_other_region'
  if (token.kind === 'refresh') return 'refresh_token_as_access_token'
  if (token.client_revoked_at !== null) return 'client_revoked'
  const isAccessToken = token.kind === 'access'
  if (token.revoked_at !== null) return isAccessToken ? 'access_token_revoked' : 'token_expired'
  if (token.expired_at !== null && token.expired_at <= at)
    return isAccessToken ? 'access_token_expired' : 'token_past_expiry'
  if (presented.form === 'malformed_header') return 'authorization_header_malformed'
  return isAccessToken ? diagnoseHeaders(token, presented) : 'changed_during_request'
}

/** Checks the headers of an access token, which must belong to its client. */
function diagnoseHeaders(
  token: KnownCredential,
  { api_key, tenant, client }: PresentedCredentials,
): Reason {
  if (api_key === undefined) return 'api_key_missing'
  if (api_key !== token.api_key) return 'api_key_mismatch'
  if (tenant !== undefined && tenant !== token.tenant) return 'tenant_mismatch'
  if (client !== undefined && client !== token.client_id) return 'client_mismatch'
  return 'changed_during_request'
}
