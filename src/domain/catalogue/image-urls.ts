import type { Image } from '#contract'

/** Images as they are sent: in the contract's order, with addresses that lead somewhere from anywhere. */
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

/** A URL that begins with / lies at our own origin, wherever that is. */
export const toAbsoluteUrl = (url: string, origin: string): string =>
  url.startsWith('/') ? `${origin}${url}` : url

/** Images as they are kept: what lies at our own origin does so wherever that will be. */
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

/** Every address at which these can be seen. */
export const imageUrls = (images: readonly Image[]): string[] =>
  images.flatMap(({ url, urls }) => [url, ...Object.values(urls)])

/** The other way round: a URL at our own origin begins with /. */
export function toRelativeUrl(url: string, origin: string): string {
  const path = url.startsWith(`${origin}/`) ? url.slice(origin.length) : ''
  return /^\/(?![/\\])/.test(path) ? path : url // two slashes would begin another host
}
