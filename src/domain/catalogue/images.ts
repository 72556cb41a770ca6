import type { Image } from '#contract'

/** Images as they are sent: in the contract's order, with addresses that lead somewhere from anywhere. */
export const publishedImages = (images: readonly Image[], origin: string): Image[] =>
  images.map(({ name, url, urls }) => ({
    name,
    url: published(url, origin),
    urls: {
      thumbnail: published(urls.thumbnail, origin),
      large: published(urls.large, origin),
      large_wide: published(urls.large_wide, origin),
    },
  }))

/** A URL that begins with / lies at our own origin, wherever that is. */
export const published = (url: string, origin: string): string =>
  url.startsWith('/') ? `${origin}${url}` : url

/** Images as they are kept: what lies at our own origin does so wherever that will be. */
export const ownImages = (images: readonly Image[], origin: string): Image[] =>
  images.map(({ name, url, urls }) => ({
    name,
    url: own(url, origin),
    urls: {
      thumbnail: own(urls.thumbnail, origin),
      large: own(urls.large, origin),
      large_wide: own(urls.large_wide, origin),
    },
  }))

/** Every address at which these can be seen. */
export const addressesOf = (images: readonly Image[]): string[] =>
  images.flatMap(({ url, urls }) => [url, ...Object.values(urls)])

/** The other way round: a URL at our own origin begins with /. */
export function own(url: string, origin: string): string {
  const path = url.startsWith(`${origin}/`) ? url.slice(origin.length) : ''
  return /^\/(?![/\\])/.test(path) ? path : url // two slashes would begin another host
}
