import type { Image } from '#contract'
import { sha256 } from '#platform/crypto/encryption'
import type { TxContext } from '#platform/postgres/database'
import { toAbsoluteUrl, toRelativeUrl } from '../image-urls.ts'
import * as importStore from './import-store.ts'
import type { ImportRow } from './parse-rows.ts'

/** Finds pictures for URLs in cells. */
export interface PictureLookup {
  /** Returns the images of a cell, and the URLs whose pictures are not loaded yet. */
  resolve(
    urls: readonly string[],
    current: readonly Image[],
    name: string,
  ): { images: Image[]; missing: string[] }
}

export const digestUrl = (url: string): Buffer => sha256(url)

const uploadedPath = /^\/images\/([0-9a-f]{32}\.(?:png|jpg|webp))$/

/** Reads the pictures for all URLs of a file. */
export async function createPictureLookup(
  ctx: TxContext,
  rows: readonly ImportRow[],
): Promise<PictureLookup> {
  const { origin } = ctx.deployment
  const urls = new Set(
    rows.flatMap(({ product, variant }) => [
      ...(product.product_images ?? []),
      ...(variant.variant_images ?? []),
    ]),
  )
  const paths = [...urls].map((url) => toRelativeUrl(url, origin))
  const names = paths.flatMap((path) => uploadedPath.exec(path)?.[1] ?? [])
  const pictures = await importStore.findPictures(ctx, names, [...urls].map(digestUrl))
  const findPath = (url: string): string | undefined => {
    const path = toRelativeUrl(url, origin)
    const uploaded = uploadedPath.exec(path)?.[1]
    if (uploaded !== undefined) return pictures.names.has(uploaded) ? path : undefined
    if (path.startsWith('/images/')) return path
    const loaded = pictures.byDigest.get(digestUrl(url).toString('hex'))
    return loaded === undefined ? undefined : `/images/${loaded}`
  }
  return {
    resolve(wanted, current, name) {
      const missing: string[] = []
      const images = wanted.flatMap((url): Image[] => {
        const path = findPath(url)
        const same = current.find(
          (each) => toAbsoluteUrl(each.url, origin) === toAbsoluteUrl(path ?? url, origin),
        )
        if (same !== undefined) return [same]
        if (path !== undefined)
          return [{ name, url: path, urls: { thumbnail: path, large: path, large_wide: path } }]
        missing.push(url)
        return []
      })
      return { images, missing }
    },
  }
}
