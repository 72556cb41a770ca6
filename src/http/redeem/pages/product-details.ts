import type { SizeGuide } from '#contract'
import type { RedemptionItem } from '#gifting'
import { html, type SafeHtml } from '#platform/lib/html'
import type { Localizer } from '../i18n/localizer.ts'
import { empty } from './layout.ts'

/**
 * Renders the size guide, and the ingredients and allergens. The reader opens each of them with its heading.
 */
export const renderDetails = (localizer: Localizer, { details }: RedemptionItem): SafeHtml =>
  html`${details.size_guide === null ? empty : renderSizeGuide(localizer, details.size_guide)}${renderIngredients(localizer, details)}`

/**
 * The maximum number of columns of a table that does not scroll. A wider table scrolls, also with the
 * keyboard.
 */
const maxColumns = 3

function renderSizeGuide({ t }: Localizer, { unit, columns, rows, note }: SizeGuide): SafeHtml {
  const head = columns.map(
    (name) =>
      html`<th scope="col"><bdi>${name}</bdi>${unit === null ? empty : html` (${t(`unit.${unit}`)})`}</th>`,
  )
  const lines = rows.map(
    ({ size, values }) =>
      html`<tr><th scope="row"><bdi>${size}</bdi></th>${values.map((value) => html`<td><bdi>${value}</bdi></td>`)}</tr>`,
  )
  const isWide = columns.length > maxColumns
  const table = html`<table><thead><tr><th scope="col">${t('choose.size')}</th>${head}</tr></thead><tbody>${lines}</tbody></table>`
  const scrolling = html`<div class="sizes" tabindex="0" role="region" aria-label="${t('choose.sizes')}">${table}</div>`
  return html`<details class="facts"><summary>${t('choose.sizes')}</summary>${rows.length === 0 ? empty : isWide ? scrolling : html`<div class="sizes">${table}</div>`}${renderText(note)}</details>`
}

function renderIngredients(
  { t, formatList }: Localizer,
  { allergens, ingredients }: RedemptionItem['details'],
): SafeHtml {
  if (allergens.length === 0 && ingredients === '') return empty
  const names = formatList(allergens.map((code) => t(`allergen.${code}`)))
  const contains =
    names === ''
      ? empty
      : html`<p><strong>${t('choose.contains', { allergens: names })}</strong></p>`
  const summary = t(ingredients === '' ? 'choose.allergens' : 'choose.ingredients')
  return html`<details class="facts"><summary>${summary}</summary>${contains}${renderText(ingredients)}</details>`
}

const renderText = (text: string): SafeHtml =>
  text === '' ? empty : html`<p class="text" dir="auto">${text}</p>`
