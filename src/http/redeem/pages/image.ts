import type { Image } from '#contract'
import { html, type SafeHtml } from '#platform/lib/html'
import { imagePlaceholder } from './illustrations.ts'

/**
 * Returns the path of an image on the same origin. Returns undefined for an image on another origin. The
 * other origin would learn who views a gift and when (decision 57), so the page shows a placeholder instead.
 */
export function sameOriginPath(url: string, origin: string): string | undefined {
  const path = url.startsWith(`${origin}/`) ? url.slice(origin.length) : url
  return /^\/(?![/\\])/.test(path) ? path : undefined // a second slash or backslash starts a host name
}

/**
 * Renders an image. By default, the browser loads the image late. Without `alt`, the text next to the image
 * names the item.
 */
export function renderPhoto(
  image: Image | undefined,
  origin: string,
  size: 'large' | 'thumbnail',
  { alt = '', loading = 'lazy' }: { alt?: string; loading?: 'lazy' | 'eager' } = {},
): SafeHtml {
  const path = image === undefined ? undefined : sameOriginPath(image.urls[size], origin)
  if (path === undefined) return imagePlaceholder
  const [width, height] = size === 'large' ? ['640', '640'] : ['96', '96']
  return html`<img class="photo" src="${path}" alt="${alt}" width="${width}" height="${height}" loading="${loading}" decoding="async">`
}
