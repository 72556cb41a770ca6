import type { TxContext } from '#platform/postgres'
import * as store from './endpoint-store.ts'
import { sealedFor } from './endpoints.ts'

/** The endpoints whose secret our keys do not open: nothing can be signed for them. For the operator. */
export const unreadableEndpoints = async (ctx: TxContext): Promise<string[]> =>
  undecryptable(ctx, await store.allSecrets(ctx))

/**
 * Whether the keys decrypt none of the newest secrets: the key of another database. False while there are no
 * secrets. Reads 20 rows, so that every start can afford it.
 */
export async function isForeignKey(ctx: TxContext): Promise<boolean> {
  const secrets = await store.newestSecrets(ctx, 20)
  return secrets.length > 0 && undecryptable(ctx, secrets).length === secrets.length
}

function undecryptable(ctx: TxContext, secrets: { id: string; secret: Buffer }[]): string[] {
  const { cipher: sealer } = ctx.deployment
  return secrets.flatMap(({ id, secret }) => {
    try {
      sealer.decrypt(secret, sealedFor(id))
      return []
    } catch {
      return [id]
    }
  })
}
