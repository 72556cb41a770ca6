import { createHash } from 'node:crypto'
import type { Deployment } from '#platform/deployment'

type RowsByTable = readonly [table: string, row: Record<string, unknown>]

const sha256 = (text: string) => createHash('sha256').update(text).digest()

/**
 * Returns rows of a user and of a removed user with sign-in methods, in the format before migration 0003. The session has the
 * token `session of Dana`.
 */
export function rowsBeforePersons(
  {
    account: account_id,
    person,
    removed,
    session,
  }: Record<'account' | 'person' | 'removed' | 'session', string>,
  { cipher }: Pick<Deployment, 'cipher'>,
  { now, later }: { now: Date; later: Date },
): RowsByTable[] {
  const user = (id: string, more: object): RowsByTable => [
    'access.user',
    { account_id, id, name: id === removed ? 'Gone' : 'Dana', created_at: now, ...more },
  ]
  const passkey = (user_id: string): RowsByTable => [
    'access.passkey',
    {
      ...{ account_id, id: user_id, user_id, name: 'Laptop', created_at: now },
      ...{ credential_id: user_id, public_key: sha256(user_id), counter: 0 },
      ...{ transports: [], is_synced: true },
    },
  ]
  return [
    user(person, {
      ...{ email: 'Dana@example.com', email_key: 'dana@example.com', role: 'admin' },
      email_proven_at: now,
      totp_encrypted: cipher.encrypt('JBSWY3DPEHPK3PXP', `totp ${person}`),
    }),
    user(removed, {
      ...{ email: 'Gone@example.com', email_key: `removed ${removed}`, role: 'sender' },
      removed_at: now,
    }),
    [
      'access.session',
      {
        ...{ account_id, id: session, user_id: person, token_hash: sha256('session of Dana') },
        ...{ method: 'password', address: '127.0.0.1', user_agent: '' },
        ...{ created_at: now, last_seen_at: now, expires_at: later },
      },
    ],
    passkey(person),
    passkey(removed),
    [
      'access.single_sign_on_provider',
      {
        ...{ account_id, id: session, issuer: 'https://id.example', client_id: 'bestow' },
        client_secret_encrypted: cipher.encrypt('secret of 0.1.0', `single sign-on ${session}`),
        ...{ metadata: '{"issuer":"https://id.example"}', created_at: now, updated_at: now },
      },
    ],
    [
      'access.single_sign_on_identity',
      {
        ...{ account_id, user_id: person, issuer: 'https://id.example', subject: 'dana' },
        created_at: now,
      },
    ],
    ['access.backup_code', { account_id, user_id: person, code_hash: sha256('code') }],
  ]
}
