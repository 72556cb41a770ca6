import type { TxContext } from '#platform/postgres/database'
import { secretContext } from '../engine/signing.ts'
import * as store from './endpoint-store.ts'

/** The endpoints whose secret our keys do not open: nothing can be signed for them. For the operator. */
export const findUndecryptableEndpoints = async (ctx: TxContext): Promise<string[]> =>
  filterUndecryptable(ctx, await store.listEncryptedSecrets(ctx))

/**
 * Whether the keys decrypt none of the newest secrets: the key of another database. False while there are no
 * secrets. Reads 20 rows, so that every start can afford it.
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
