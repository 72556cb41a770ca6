import * as catalogue from '#catalogue'
import type { OutboundRules } from '#platform/http-client/guarded-request'
import type { Database } from '#platform/postgres/database'
import type { FindPath, SellableProduct } from './product-form.ts'
import { type Transact, tryToSave } from './save-product.ts'

const maxPictures = 5
const maxVariantPictures = 20

export interface PictureSource {
  db: Database
  account_id: string
  outbound: OutboundRules
  signal: AbortSignal
  transact: Transact
}

/**
 * Loads the pictures of a product that the account does not have yet. A picture that cannot be loaded is left out, and the
 * next run tries again.
 */
export async function loadPictures(
  { db, account_id, outbound, signal, transact }: PictureSource,
  { pictures, variants }: SellableProduct,
): Promise<{ findPath: FindPath; problems: string[] }> {
  const ofVariants = variants.flatMap(({ picture }) => picture ?? [])
  const urls = new Set([
    ...pictures.slice(0, maxPictures),
    ...[...new Set(ofVariants)].slice(0, maxVariantPictures),
  ])
  const paths = new Map<string, string>()
  const problems: string[] = []
  for (const url of urls) {
    if (signal.aborted) {
      problems.push('Pictures are loaded with the next run.')
      break
    }
    const fetched = await catalogue.fetchPicture(db, account_id, url, {
      ports: undefined,
      ...outbound,
    })
    const problem = await tryToSave(() =>
      transact(async (ctx) =>
        paths.set(url, await catalogue.saveFetchedPicture(ctx, url, fetched)),
      ),
    )
    if (problem !== undefined)
      problems.push(`The picture ${problem.replace('url', url.slice(0, 200))}.`)
  }
  return { findPath: (url) => paths.get(url), problems }
}
