import * as catalogue from '#catalogue'
import { handlePrepared } from './kernel/handle.ts'

/** A download counts as so many additional requests. */
const downloadWeight = 4

/** Copies pictures of other servers. No transaction is open during the download. */
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
