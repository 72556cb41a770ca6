import { t } from '#web/i18n/developers.ts'

/**
 * An explanation of each authentication failure. The server sends only the code of the reason, so the web app
 * has the texts.
 */
// biome-ignore format: one reason per line
const rejectionReasons: Readonly<Record<string, { title: string; remedy: string }>> = {
  token_missing: { title: t('Token missing'), remedy: t('Send the header Authorization: Bearer, a space, and the token.') },
  authorization_header_malformed: { title: t('Malformed Authorization header'), remedy: t('Write exactly Authorization: Bearer, one space, then the token, with no quotes and nothing after it.') },
  token_malformed: { title: t('Malformed token'), remedy: t('The token was truncated or changed. Copy it again, or create a new one.') },
  token_unknown: { title: t('Unknown token'), remedy: t('The format is valid, but the token does not exist. It may belong to another installation.') },
  token_of_other_stage: { title: t('Token of another stage'), remedy: t('Staging tokens work in staging only, and production tokens in production only. Check the base URL.') },
  token_of_other_region: { title: t('Token of another region'), remedy: t('Call the region of the account.') },
  token_expired: { title: t('This API key was revoked'), remedy: t('A program still uses it. Create a new key for it.') },
  token_past_expiry: { title: t('This API key has expired'), remedy: t('A program still uses it. Create a new key for it.') },
  token_in_api_key: { title: t('API token in the x-api-key header'), remedy: t('Send it as Authorization: Bearer. The header x-api-key is for OAuth clients.') },
  api_key_in_token: { title: t('x-api-key sent as the token'), remedy: t('The key only identifies the client. Get an access token for the Authorization header.') },
  access_token_expired: { title: t('The access token has expired'), remedy: t('Access tokens last an hour. Use the refresh token to get a new one before that.') },
  access_token_revoked: { title: t('The access token was revoked'), remedy: t('The client must request a new one.') },
  refresh_token_as_access_token: { title: t('Refresh token sent as the access token'), remedy: t('A refresh token is only valid at /auth/token, to get a new access token.') },
  client_revoked: { title: t('Its OAuth client was revoked'), remedy: t('Use another client.') },
  api_key_missing: { title: t('The x-api-key header is missing'), remedy: t('With an access token, also send the key of its client.') },
  api_key_mismatch: { title: t('The x-api-key header belongs to another client'), remedy: t('Send the key of the client that got this token.') },
  tenant_mismatch: { title: t('The x-service-tenant header names another tenant'), remedy: t('Send this account’s tenant, or omit the header.') },
  client_mismatch: { title: t('The x-service-client header names another client'), remedy: t('Send the client that got this token, or omit the header.') },
  changed_during_request: { title: t('The token changed during the request'), remedy: t('Send it again.') },
}

export const describeRejection = (reason: string): { title: string; remedy: string } =>
  rejectionReasons[reason] ?? {
    title: reason.replaceAll('_', ' '),
    remedy: t('Create a new token.'),
  }
