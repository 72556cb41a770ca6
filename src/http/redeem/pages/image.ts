import type { Image } from '#contract'
import { html, type SafeHtml } from '#platform/lib/html'
import { imagePlaceholder } from './illustrations.ts'

/**
 * Where a picture lies at our own origin. Undefined when it lies elsewhere: then somebody else would
 * learn who looks at their gift and when (decision 56), and a drawing stands in for it.
 */
export function sameOriginPath(url: string, origin: string): string | undefined {
  const path = url.startsWith(`${origin}/`) ? url.slice(origin.length) : url
  return /^\/(?![/\\])/.test(path) ? path : undefined // two slashes begin another host
}

/** A picture that is fetched when it comes into view. What it shows is said beside it, so it has no words. */
export function renderPhoto(
  image: Image | undefined,
  origin: string,
  size: 'large' | 'thumbnail',
): SafeHtml {
  const path = image === undefined ? undefined : sameOriginPath(image.urls[size], origin)
  if (path === undefined) return imagePlaceholder
  const [width, height] = size === 'large' ? ['640', '640'] : ['96', '96']
  return html`<img class="photo" src="${path}" alt="" width="${width}" height="${height}" loading="lazy" decoding="async">`
}
