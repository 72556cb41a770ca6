/** Explains each authentication failure. The server sends the reason code; the texts are here. */
// biome-ignore format: one reason per line
const rejectionReasons: Readonly<Record<string, { title: string; remedy: string }>> = {
  token_missing: { title: 'Token missing', remedy: 'Send the header Authorization: Bearer, a space, and the token.' },
  authorization_header_malformed: { title: 'Malformed Authorization header', remedy: 'Write exactly Authorization: Bearer, one space, then the token, with no quotes and nothing after it.' },
  token_malformed: { title: 'Malformed token', remedy: 'The token was truncated or changed. Copy it again, or create a new one.' },
  token_unknown: { title: 'Unknown token', remedy: 'The format is valid, but the token does not exist. It may belong to another installation.' },
  token_of_other_stage: { title: 'Token of another stage', remedy: 'Staging tokens work in staging only, and production tokens in production only. Check the base URL.' },
  token_of_other_region: { title: 'Token of another region', remedy: 'Call the region of the account.' },
  token_expired: { title: 'This API key was revoked', remedy: 'A program still uses it. Create a new key for it.' },
  token_in_api_key: { title: 'API token in the x-api-key header', remedy: 'Send it as Authorization: Bearer. The header x-api-key is for OAuth clients.' },
  api_key_in_token: { title: 'x-api-key sent as the token', remedy: 'The key only identifies the client. Get an access token for the Authorization header.' },
  access_token_expired: { title: 'The access token has expired', remedy: 'Access tokens last an hour. Use the refresh token to get a new one before that.' },
  access_token_revoked: { title: 'The access token was revoked', remedy: 'The client must request a new one.' },
  refresh_token_as_access_token: { title: 'Refresh token sent as the access token', remedy: 'A refresh token is only valid at /auth/token, to get a new access token.' },
  client_revoked: { title: 'Its OAuth client was revoked', remedy: 'Use another client.' },
  api_key_missing: { title: 'The x-api-key header is missing', remedy: 'With an access token, also send the key of its client.' },
  api_key_mismatch: { title: 'The x-api-key header belongs to another client', remedy: 'Send the key of the client that got this token.' },
  tenant_mismatch: { title: 'The x-service-tenant header names another tenant', remedy: 'Send this account’s tenant, or omit the header.' },
  client_mismatch: { title: 'The x-service-client header names another client', remedy: 'Send the client that got this token, or omit the header.' },
  changed_during_request: { title: 'The token changed during the request', remedy: 'Send it again.' },
}

export const describeRejection = (reason: string): { title: string; remedy: string } =>
  rejectionReasons[reason] ?? { title: reason.replaceAll('_', ' '), remedy: 'Create a new token.' }
