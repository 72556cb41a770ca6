import type { RedemptionItem, RedemptionPage } from '#gifting'
import { html, SafeHtml } from '#platform/lib/html'
import type { Localizer } from '../i18n/localizer.ts'
import { placeName } from './destination-fields.ts'
import { renderPhoto } from './image.ts'
import { empty, inItemLanguage } from './layout.ts'
import { areItemsVisible, choosesSeveral, groupByProduct, maxChoices } from './selection-state.ts'

export interface ChoiceOptions {
  origin: string
  /** Variants that were checked in the submitted form, saved or not. */
  checkedIds?: readonly string[]
}

/** Renders the fields of a form with the items to choose from. */
export function renderChoices(
  localizer: Localizer,
  gift: RedemptionPage,
  options: ChoiceOptions,
): SafeHtml {
  const isSeveral = choosesSeveral(gift)
  const isOne = gift.selection_mode === 'one'
  const checkedIds = options.checkedIds ?? gift.chosen
  const cards = groupByProduct(gift.items).flatMap((versions, index) => {
    const available = versions.filter(({ is_available }) => is_available)
    const cardOptions = {
      origin: options.origin,
      checkedIds,
      name: isOne ? 'variant' : `variant-${index}`,
      type: isSeveral ? ('checkbox' as const) : ('radio' as const),
    }
    const isDenied = versions.every(({ denied_in }) => denied_in !== null)
    if (isDenied && areItemsVisible(gift)) return [renderDeniedCard(localizer, versions, options)]
    if (isOne) return available.length === 0 ? [] : [renderCard(localizer, available, cardOptions)]
    if (versions.length > 1) return [renderCard(localizer, available, cardOptions)]
    return areItemsVisible(gift) ? [renderFixedCard(localizer, versions, options.origin)] : []
  })
  return isSeveral
    ? renderSeveral(localizer, gift, cards)
    : html`<fieldset class="plain"><legend class="unseen">${localizer.t('choose.legend')}</legend><div class="cards">${cards}</div></fieldset>`
}

/** The script reads the limit and the texts from the attributes. */
function renderSeveral({ t }: Localizer, gift: RedemptionPage, cards: readonly SafeHtml[]) {
  const max = maxChoices(gift)
  return html`<fieldset class="plain several" data-max="${String(max)}" data-full="${t('choose.full', { max })}"><legend class="limit">${t('choose.upTo', { max })}</legend><div class="cards">${cards}</div></fieldset>`
}

/** How many items are chosen. The script shows and updates the text. */
export const renderCounter = ({ t }: Localizer, gift: RedemptionPage): SafeHtml =>
  choosesSeveral(gift)
    ? html`<p class="counter" role="status" data-counter="${t('choose.counter', { chosen: '{}', max: maxChoices(gift) })}" hidden></p>`
    : empty

interface CardOptions {
  origin: string
  checkedIds: readonly string[]
  /** The name that the inputs of one choice share. */
  name: string
  type: 'radio' | 'checkbox'
}

function renderCard(
  localizer: Localizer,
  versions: readonly RedemptionItem[],
  cardOptions: CardOptions,
): SafeHtml {
  const [first] = versions
  if (first === undefined) return empty
  const isOnly = versions.length === 1
  const photos = renderPhotos(versions, cardOptions.origin)
  const text = renderDescription(localizer, first, isOnly ? 'name' : 'product_name')
  if (isOnly)
    return html`<label class="card v1">${renderInput(first, cardOptions)}${photos}${text}<span class="mark"></span></label>`
  const chips = versions.map(
    (item, index) =>
      html`<label class="chip v${String(index + 1)}">${renderInput(item, cardOptions)}<span${inItemLanguage(item, 'variant_name')}>${shortName(item)}</span></label>`,
  )
  return html`<fieldset class="card"><legend class="unseen">${localizer.t('choose.versions', { name: first.product_name })}</legend>${photos}${text}<span class="mark"></span><div class="chips">${chips}</div></fieldset>`
}

const renderFixedCard = (
  localizer: Localizer,
  versions: readonly RedemptionItem[],
  origin: string,
) =>
  html`<div class="card shown">${renderPhotos(versions, origin)}${versions.map((item) => renderDescription(localizer, item, 'name'))}</div>`

/** Shows an item that may not go to the recipient's place, with the reason. */
function renderDeniedCard(
  localizer: Localizer,
  versions: readonly RedemptionItem[],
  { origin }: ChoiceOptions,
): SafeHtml {
  const [first] = versions
  if (first === undefined) return empty
  const place = placeName(localizer, first.denied_in ?? '')
  const name = versions.length === 1 ? 'name' : 'product_name'
  return html`<div class="card off">${renderPhotos(versions, origin)}<span class="words"><span class="what"${inItemLanguage(first, name)}>${first[name]}</span><span class="reason">${localizer.t('choose.deniedIn', { place })}</span></span></div>`
}

const renderDescription = (
  { t, money }: Localizer,
  item: RedemptionItem,
  name: 'name' | 'product_name',
) => {
  const { description, kind, donation, quantity, rules } = item
  return html`<span class="words"><span class="what"${inItemLanguage(item, name)}>${item[name]}</span><span class="about"${inItemLanguage(item, 'description')}>${description}</span>${kind === 'digital' ? html`<span class="badge">${t('choose.digital')}</span>` : empty}${donation === null ? empty : html`<span class="badge">${t('choose.donation', { amount: money(donation.amount_minor, donation.currency) })}</span>`}${quantity > 1 ? html`<span class="badge">${t('choose.quantity', { count: quantity })}</span>` : empty}${rules.minimum_age === null ? empty : html`<span class="badge">${t('choose.age', { age: rules.minimum_age })}</span>`}</span>`
}

/** Renders one photo for each version; the style sheet shows the photo of the checked version. */
const renderPhotos = (versions: readonly RedemptionItem[], origin: string) =>
  html`<span class="photos">${versions
    .slice(0, 12)
    .map(
      ({ images }, index) =>
        html`<span class="p${String(index + 1)}">${renderPhoto(images[0], origin, 'large')}</span>`,
    )}</span>`

function renderInput(
  { variant_id }: RedemptionItem,
  { checkedIds, name, type }: CardOptions,
): SafeHtml {
  const checked = checkedIds.includes(variant_id) ? new SafeHtml(' checked') : empty
  return html`<input type="${type}" name="${name}" value="${variant_id}"${checked}>`
}

/** Removes the product name from a variant name: 'Stoneware mug, sage' becomes 'Sage' below the heading 'Stoneware mug'. */
function shortName({ variant_name, product_name }: RedemptionItem): string {
  if (!variant_name.toLowerCase().startsWith(product_name.toLowerCase())) return variant_name
  const rest = variant_name.slice(product_name.length).replace(/^[\s,–-]+/, '')
  return rest === '' ? variant_name : rest.charAt(0).toUpperCase() + rest.slice(1)
}
