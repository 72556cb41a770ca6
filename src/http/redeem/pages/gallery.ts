import type { RedemptionItem } from '#gifting'
import { html, type SafeHtml } from '#platform/lib/html'
import type { Localizer } from '../i18n/localizer.ts'
import { renderPhoto, sameOriginPath } from './image.ts'
import { empty } from './layout.ts'

/** The maximum number of versions for which the style sheet switches between photos. */
const maxVersions = 12

/**
 * Renders the pictures of a card. First there is one photo for each version, and the style sheet shows only
 * the photo of the checked version. The other pictures of the product follow. Several pictures scroll
 * sideways, and links below them scroll to one picture. Each picture is a label of the first version.
 */
export function renderGallery(
  { t }: Localizer,
  versions: readonly RedemptionItem[],
  cardId: string,
  origin: string,
): SafeHtml {
  const [first] = versions
  if (first === undefined) return empty
  const shown = versions.slice(0, maxVersions)
  const versionUrls = new Set(shown.flatMap(({ images }) => images[0]?.url ?? []))
  const others = first.gallery.filter(
    (image) =>
      !versionUrls.has(image.url) && sameOriginPath(image.urls.large, origin) !== undefined,
  )
  const isEarly = earlyCards.includes(cardId)
  const photos = shown.map(({ images }, index) => {
    const loading = isEarly && index === 0 ? 'eager' : 'lazy'
    const photo = renderPhoto(images[0], origin, 'large', { loading })
    return html`<label class="p${String(index + 1)}" for="${cardId}">${photo}</label>`
  })
  if (others.length === 0) return html`<div class="photos">${photos}</div>`
  const count = others.length + 1
  const name = versions.length === 1 ? first.name : first.product_name
  const links = Array.from({ length: count }, (_, index) => {
    const text = t('choose.picture', { number: index + 1, count })
    return html`<a href="#${cardId}-p${String(index + 1)}"><span class="unseen">${text}</span></a>`
  })
  // The first link leads to the start, because the photo of a version that is not checked is hidden.
  return html`<div class="photos strip" tabindex="0" role="group" aria-label="${t('choose.pictures', { name })}"><i id="${cardId}-p1"></i>${photos}${others.map(
    (image, index) =>
      html`<label class="other" for="${cardId}" id="${cardId}-p${String(index + 2)}">${renderPhoto(image, origin, 'large', { alt: image.name })}</label>`,
  )}</div><p class="dots">${links}</p>`
}

/** The ids of the cards whose photos are visible on the first screen. */
const earlyCards: readonly string[] = ['g1', 'g2']
