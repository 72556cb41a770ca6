import type { TxContext } from '#platform/postgres/database'
import type { OAuthTables } from './tables.ts'

/** Inserts the account's row of a client that registered itself, or returns the id of the existing one. */
export async function ensureRegisteredClient(
  ctx: TxContext,
  client: Pick<
    OAuthTables['access.oauth_client'],
    'account_id' | 'id' | 'name' | 'redirect_uris' | 'scopes' | 'api_key_hash' | 'api_key_last_four'
  > & { registration_hash: Buffer },
): Promise<string> {
  const [row] = await ctx.query<{ id: string }>(
    `insert into access.oauth_client (account_id, id, kind, name, registration_hash, redirect_uris, scopes,
       api_key_hash, api_key_last_four, created_at)
     values ($1, $2, 'public', $3, $4, $5, $6, $7, $8, $9)
     on conflict (account_id, registration_hash) where registration_hash is not null and revoked_at is null
       do update set created_at = excluded.created_at
     returning id`,
    [
      client.account_id,
      client.id,
      client.name,
      client.registration_hash,
      client.redirect_uris,
      client.scopes,
      client.api_key_hash,
      client.api_key_last_four,
      ctx.now,
    ],
  )
  if (row === undefined) throw new Error('the client was neither inserted nor found')
  return row.id
}
