import type { TxContext } from '#platform/postgres/database'
import { secretContext } from '../engine/signing.ts'
import * as store from './endpoint-store.ts'

/**
 * Returns the ids of endpoints whose secret the configured keys cannot decrypt. Their requests cannot be
 * signed.
 */
export const findUndecryptableEndpoints = async (ctx: TxContext): Promise<string[]> =>
  filterUndecryptable(ctx, await store.listEncryptedSecrets(ctx))

/**
 * Returns whether the configured keys decrypt none of the newest secrets, which means that the keys
 * belong to another database. Returns false while there are no secrets. Reads at most 20 rows, so every
 * start can afford the check.
 */
export async function isForeignEncryptionKey(ctx: TxContext): Promise<boolean> {
  const secrets = await store.listNewestEncryptedSecrets(ctx, 20)
  return secrets.length > 0 && filterUndecryptable(ctx, secrets).length === secrets.length
}

function filterUndecryptable(ctx: TxContext, secrets: { id: string; secret: Buffer }[]): string[] {
  const { cipher } = ctx.deployment
  return secrets.flatMap(({ id, secret }) => {
    try {
      cipher.decrypt(secret, secretContext(id))
      return []
    } catch {
      return [id]
    }
  })
}
