/** Explains each authentication failure. The server sends the reason code; the texts are here. */
// biome-ignore format: one reason per line
const rejectionReasons: Readonly<Record<string, { title: string; remedy: string }>> = {
  token_missing: { title: 'There was no token', remedy: 'Send the header Authorization: Bearer, a space, and the token.' },
  token_misspelt: { title: 'The token is right, its header is not', remedy: 'Write exactly Authorization: Bearer, one space, then the token, with no quotes and nothing after it.' },
  token_malformed: { title: 'That is no token', remedy: 'It was cut off or changed on its way into your settings. Copy it again, or make a new one.' },
  token_unknown: { title: 'No such token', remedy: 'It looks like one of ours, and is none. Perhaps it belongs to another installation.' },
  token_of_other_stage: { title: 'A token of another stage', remedy: 'Staging tokens work in staging only, and production tokens in production only. Check the base URL.' },
  token_of_other_region: { title: 'A token of another region', remedy: 'Call the region that the account lives in.' },
  token_expired: { title: 'This API key was expired', remedy: 'Somebody still uses it. Give them a new one.' },
  token_in_api_key: { title: 'An API token in the header x-api-key', remedy: 'It belongs into Authorization: Bearer. The header x-api-key is for OAuth clients.' },
  api_key_in_token: { title: 'An x-api-key in place of the token', remedy: 'The key only says which client is calling. Get an access token for Authorization first.' },
  access_token_expired: { title: 'The access token has run out', remedy: 'They live for an hour. Get the next one shortly before, with the refresh token.' },
  access_token_revoked: { title: 'The access token was revoked', remedy: 'Its client must ask for new ones.' },
  refresh_token_as_access_token: { title: 'A refresh token in place of the access token', remedy: 'A refresh token only buys a new access token, at /auth/token.' },
  client_revoked: { title: 'Its OAuth client was revoked', remedy: 'Use another client.' },
  api_key_missing: { title: 'The header x-api-key is missing', remedy: 'With an access token, also send the key of its client.' },
  api_key_wrong: { title: 'The header x-api-key is another client’s', remedy: 'Send the key that was made together with the client that got this token.' },
  tenant_wrong: { title: 'The header x-service-tenant names another tenant', remedy: 'Send this account’s tenant, or leave the header out.' },
  client_wrong: { title: 'The header x-service-client names another client', remedy: 'Send the client that got this token, or leave the header out.' },
  ended_meanwhile: { title: 'It was turned away just as it changed', remedy: 'Send it again.' },
}

export const describeRejection = (reason: string): { title: string; remedy: string } =>
  rejectionReasons[reason] ?? { title: reason.replaceAll('_', ' '), remedy: 'Make a new token.' }
