import * as catalogue from '#catalogue'
import { handlePrepared } from './kernel/handle.ts'

/** The additional requests that a download counts as. */
const downloadWeight = 4

/** The operations that copy pictures from other servers. During a download, no transaction is open. */
export const pictureRoutes = [
  handlePrepared(
    'createPicture',
    async ({ request, body: { url }, deps: { db, downloads } }) => {
      await request.charge(downloadWeight)
      return catalogue.fetchPicture(db, request.grant.account_id, url, downloads)
    },
    async ({ ctx, body: { url } }, fetched) => {
      const path = await catalogue.saveFetchedPicture(ctx, url, fetched)
      return { url: `${ctx.deployment.origin}${path}` }
    },
  ),
]
