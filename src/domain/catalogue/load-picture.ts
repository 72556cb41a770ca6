import { ApiError } from '#contract'
import { type Database, readTransaction, type TxContext } from '#platform/postgres/database'
import { digestUrl } from './import/import-pictures.ts'
import * as importStore from './import/import-store.ts'
import { type DownloadOptions, type DownloadResult, downloadPicture } from './picture-download.ts'
import { savePicture } from './pictures.ts'

/** The path of a picture that was loaded before, or the result of the download. */
export type FetchedPicture = { path: string } | DownloadResult

/** Downloads a picture, unless the account has it. Stores nothing. */
export async function fetchPicture(
  db: Database,
  account_id: string,
  url: string,
  options: DownloadOptions,
): Promise<FetchedPicture> {
  const digest = digestUrl(url)
  const known = await readTransaction(db, account_id, (ctx) =>
    importStore.findPictures(ctx, [], [digest]),
  )
  const name = known.byDigest.get(digest.toString('hex'))
  return name === undefined ? downloadPicture(url, options) : { path: `/images/${name}` }
}

/**
 * Stores a downloaded picture, and returns its path.
 *
 * @throws ApiError when the picture could not be loaded; `url` is the field
 */
export async function saveFetchedPicture(
  ctx: TxContext,
  url: string,
  fetched: FetchedPicture,
): Promise<string> {
  if ('path' in fetched) return fetched.path
  if ('problem' in fetched)
    throw new ApiError('invalid', {
      fieldErrors: [{ code: 'invalid', param: 'url', message: fetched.problem }],
    })
  const path = await savePicture(ctx, fetched.content, 'url')
  await importStore.insertPictureSource(ctx, digestUrl(url), path.replace('/images/', ''))
  return path
}
