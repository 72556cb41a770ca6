import type { Work } from '#platform/postgres'
import * as store from './endpoint-store.ts'
import { sealedFor } from './endpoints.ts'

/** The endpoints whose secret our keys do not open: nothing can be signed for them. For the operator. */
export async function unreadableEndpoints(work: Work): Promise<string[]> {
  const { sealer } = work.installation
  const secrets = await store.allSecrets(work)
  return secrets.flatMap(({ id, secret }) => {
    try {
      sealer.open(secret, sealedFor(id))
      return []
    } catch {
      return [id]
    }
  })
}
