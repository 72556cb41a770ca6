import { ApiError } from '#contract'
import { type Database, inTransaction, readTransaction } from '#platform/postgres/database'
import { digestUrl } from './import/import-pictures.ts'
import * as importStore from './import/import-store.ts'
import { type DownloadOptions, downloadPicture } from './picture-download.ts'
import { savePicture } from './pictures.ts'

/**
 * Loads a picture from another server into the account, and returns its path. A URL is loaded once; later calls return
 * the same path. No transaction is open during the request.
 *
 * @throws ApiError when the picture cannot be loaded; `url` is the field
 */
export async function loadPicture(
  db: Database,
  account_id: string,
  url: string,
  options: DownloadOptions,
): Promise<string> {
  const digest = digestUrl(url)
  const known = await readTransaction(db, account_id, (ctx) =>
    importStore.findPictures(ctx, [], [digest]),
  )
  const name = known.byDigest.get(digest.toString('hex'))
  if (name !== undefined) return `/images/${name}`
  const result = await downloadPicture(url, options)
  if ('problem' in result)
    throw new ApiError('invalid', {
      fieldErrors: [{ code: 'invalid', param: 'url', message: result.problem }],
    })
  return inTransaction(db, account_id, async (ctx) => {
    const path = await savePicture(ctx, result.content, 'url')
    await importStore.insertPictureSource(ctx, digest, path.replace('/images/', ''))
    return path
  })
}
