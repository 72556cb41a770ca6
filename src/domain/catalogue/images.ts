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
