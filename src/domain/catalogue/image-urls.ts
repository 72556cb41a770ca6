import type { Image } from '#contract'

/** Returns images with absolute URLs. Their members have the order of the API contract. */
export const toAbsoluteImages = (images: readonly Image[], origin: string): Image[] =>
  images.map(({ name, url, urls }) => ({
    name,
    url: toAbsoluteUrl(url, origin),
    urls: {
      thumbnail: toAbsoluteUrl(urls.thumbnail, origin),
      large: toAbsoluteUrl(urls.large, origin),
      large_wide: toAbsoluteUrl(urls.large_wide, origin),
    },
  }))

/**
 * Returns the absolute form of a URL. A URL that begins with / is relative to the origin of the deployment.
 */
export const toAbsoluteUrl = (url: string, origin: string): string =>
  url.startsWith('/') ? `${origin}${url}` : url

/**
 * Returns images with the URLs that the database stores. URLs of the deployment become relative, so that the
 * origin can change.
 */
export const toRelativeImages = (images: readonly Image[], origin: string): Image[] =>
  images.map(({ name, url, urls }) => ({
    name,
    url: toRelativeUrl(url, origin),
    urls: {
      thumbnail: toRelativeUrl(urls.thumbnail, origin),
      large: toRelativeUrl(urls.large, origin),
      large_wide: toRelativeUrl(urls.large_wide, origin),
    },
  }))

export const imageUrls = (images: readonly Image[]): string[] =>
  images.flatMap(({ url, urls }) => [url, ...Object.values(urls)])

/** Converts a URL to a relative one if it has the origin of the deployment. */
export function toRelativeUrl(url: string, origin: string): string {
  const path = url.startsWith(`${origin}/`) ? url.slice(origin.length) : ''
  return /^\/(?![/\\])/.test(path) ? path : url // after two slashes, a browser reads the name of another host
}
