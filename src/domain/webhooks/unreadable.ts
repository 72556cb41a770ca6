import type { Work } from '#platform/postgres'
import * as store from './endpoint-store.ts'
import { sealedFor } from './endpoints.ts'

/** The endpoints whose secret our keys do not open: nothing can be signed for them. For the operator. */
export const unreadableEndpoints = async (work: Work): Promise<string[]> =>
  undecryptable(work, await store.allSecrets(work))

/**
 * Whether the keys decrypt none of the newest secrets: the key of another database. False while there are no
 * secrets. Reads 20 rows, so that every start can afford it.
 */
export async function isForeignKey(work: Work): Promise<boolean> {
  const secrets = await store.newestSecrets(work, 20)
  return secrets.length > 0 && undecryptable(work, secrets).length === secrets.length
}

function undecryptable(work: Work, secrets: { id: string; secret: Buffer }[]): string[] {
  const { sealer } = work.installation
  return secrets.flatMap(({ id, secret }) => {
    try {
      sealer.open(secret, sealedFor(id))
      return []
    } catch {
      return [id]
    }
  })
}
