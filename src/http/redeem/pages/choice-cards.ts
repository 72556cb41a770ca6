import type { DeliveryEstimate } from '#fulfilment'
import type { RedemptionItem, RedemptionPage } from '#gifting'
import { html, SafeHtml } from '#platform/lib/html'
import type { Localizer } from '../i18n/localizer.ts'
import { placeName } from './destination-fields.ts'
import { renderGallery } from './gallery.ts'
import { renderPhoto } from './image.ts'
import { empty, inItemLanguage } from './layout.ts'
import { renderDetails } from './product-details.ts'
import { areItemsVisible, choosesSeveral, groupByProduct, maxChoices } from './selection-state.ts'

export interface ChoiceOptions {
  origin: string
  /** The estimated duration of the delivery of each variant to the recipient's country, if it is known. */
  estimates?: ReadonlyMap<string, DeliveryEstimate>
  /** The variants that were checked in the submitted form. They may be saved or not. */
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
    const cardId = `g${index + 1}`
    const cardOptions = {
      ...options,
      cardId,
      checkedIds,
      name: isOne ? 'variant' : `variant-${index}`,
      type: isSeveral ? ('checkbox' as const) : ('radio' as const),
    }
    const isDenied = versions.every(({ denied_in }) => denied_in !== null)
    if (isDenied && areItemsVisible(gift)) return [renderDeniedCard(localizer, versions, options)]
    if (isOne) return available.length === 0 ? [] : [renderCard(localizer, versions, cardOptions)]
    if (versions.length > 1) return [renderCard(localizer, versions, cardOptions)]
    return areItemsVisible(gift) ? [renderFixedCard(localizer, versions, options, cardId)] : []
  })
  return isSeveral
    ? renderSeveral(localizer, gift, cards)
    : html`<fieldset class="plain"><legend class="unseen">${localizer.t('choose.legend')}</legend><div class="cards">${cards}</div></fieldset>`
}

/**
 * Renders the cards of a choice of several items. The script reads the limit and the texts from the
 * attributes.
 */
function renderSeveral({ t }: Localizer, gift: RedemptionPage, cards: readonly SafeHtml[]) {
  const max = maxChoices(gift)
  return html`<fieldset class="plain several" data-max="${String(max)}" data-full="${t('choose.full', { max })}"><legend class="limit">${t('choose.upTo', { max })}</legend><div class="cards">${cards}</div></fieldset>`
}

/** Renders an empty counter of the chosen items. The script shows the counter and updates its text. */
export const renderCounter = ({ t }: Localizer, gift: RedemptionPage): SafeHtml =>
  choosesSeveral(gift)
    ? html`<p class="counter" role="status" data-counter="${t('choose.counter', { chosen: '{}', max: maxChoices(gift) })}" hidden></p>`
    : empty

interface CardOptions extends ChoiceOptions {
  checkedIds: readonly string[]
  /** The name that the inputs of one choice have in common. */
  name: string
  type: 'radio' | 'checkbox'
  /** The id of the card. It is unique on the page. */
  cardId: string
}

/**
 * Renders the card of a product. Each photo and text of the card is a label, so that a tap anywhere on the
 * card selects it. Sold-out versions cannot be selected.
 */
function renderCard(
  localizer: Localizer,
  all: readonly RedemptionItem[],
  cardOptions: CardOptions,
): SafeHtml {
  const versions = all.filter(({ is_available }) => is_available)
  const [first] = versions
  if (first === undefined) return empty
  const { cardId } = cardOptions
  const isOnly = versions.length === 1 && !all.some(isSoldOut)
  const photos = renderGallery(localizer, versions, cardId, cardOptions.origin)
  const words = html`<label class="words" id="${cardId}-words" for="${cardId}">${renderDescription(localizer, first, isOnly)}${renderEstimate(localizer, versions, cardOptions)}</label>`
  const details = renderDetails(localizer, first)
  if (isOnly)
    return html`<div class="card">${renderInput(first, cardOptions, html` id="${cardId}" aria-label="${first.name}" aria-describedby="${cardId}-words"`)}${photos}${words}<span class="mark"></span>${details}</div>`
  const chips = all.map((item) => {
    const index = versions.indexOf(item)
    if (index < 0) return isSoldOut(item) ? renderSoldOutChip(localizer, item) : empty
    const id = index === 0 ? cardId : `${cardId}-${index}`
    return html`<label class="chip v${String(index + 1)}">${renderInput(item, cardOptions, html` id="${id}" aria-labelledby="${id}-name"`)}<span id="${id}-name"${inItemLanguage(item, 'variant_name')}>${shortName(item)}</span></label>`
  })
  return html`<fieldset class="card"><legend class="unseen">${localizer.t('choose.versions', { name: first.product_name })}</legend>${photos}${words}<span class="mark"></span><div class="chips">${chips}</div>${details}</fieldset>`
}

const isSoldOut = ({ is_available, denied_in }: RedemptionItem) =>
  !is_available && denied_in === null

const renderSoldOutChip = ({ t }: Localizer, item: RedemptionItem): SafeHtml =>
  html`<div class="chip sold-out"><span><bdi${inItemLanguage(item, 'variant_name')}>${shortName(item)}</bdi> · ${t('choose.soldOut')}</span></div>`

function renderFixedCard(
  localizer: Localizer,
  versions: readonly RedemptionItem[],
  options: ChoiceOptions,
  cardId: string,
): SafeHtml {
  const [first] = versions
  if (first === undefined) return empty
  const photos = renderGallery(localizer, versions, cardId, options.origin)
  const words = versions.map((item) => renderDescription(localizer, item, true))
  return html`<div class="card shown">${photos}<div class="words">${words}${renderEstimate(localizer, versions, options)}</div>${renderDetails(localizer, first)}</div>`
}

/** Renders an item that may not go to the recipient's place, with the reason. */
function renderDeniedCard(
  localizer: Localizer,
  versions: readonly RedemptionItem[],
  { origin }: ChoiceOptions,
): SafeHtml {
  const [first] = versions
  if (first === undefined) return empty
  const place = placeName(localizer, first.denied_in ?? '')
  const name = versions.length === 1 ? 'name' : 'product_name'
  return html`<div class="card off"><div class="photos"><span>${renderPhoto(first.images[0], origin, 'large')}</span></div><div class="words"><span class="what"${inItemLanguage(first, name)}>${first[name]}</span><span class="reason">${localizer.t('choose.deniedIn', { place })}</span></div></div>`
}

/**
 * Renders the title and the description of a product. If the card has only one version, the name of the
 * version is below the title.
 */
const renderDescription = (
  { t, money }: Localizer,
  item: RedemptionItem,
  hasOneVersion: boolean,
) => {
  const { description, kind, donation, quantity, rules, product_name } = item
  const version = hasOneVersion ? shortName(item) : ''
  const isNamed = version !== '' && version !== product_name
  return html`<span class="what"${inItemLanguage(item, 'product_name')}>${product_name}</span>${isNamed ? html`<span class="version"${inItemLanguage(item, 'variant_name')}>${version}</span>` : empty}<span class="about"${inItemLanguage(item, 'description')}>${description}</span>${kind === 'digital' ? html`<span class="badge">${t('choose.digital')}</span>` : empty}${donation === null ? empty : html`<span class="badge">${t('choose.donation', { amount: money(donation.amount_minor, donation.currency) })}</span>`}${quantity > 1 ? html`<span class="badge">${t('choose.quantity', { count: quantity })}</span>` : empty}${rules.minimum_age === null ? empty : html`<span class="badge">${t('choose.age', { age: rules.minimum_age })}</span>`}`
}

/**
 * Renders the estimate of the delivery. The versions of a product may come from several warehouses, so the
 * estimate covers all of them.
 */
function renderEstimate(
  { t, days }: Localizer,
  versions: readonly RedemptionItem[],
  { estimates }: ChoiceOptions,
): SafeHtml {
  const known = versions.flatMap(({ variant_id }) => estimates?.get(variant_id) ?? [])
  if (known.length === 0 || known.length < versions.length) return empty
  const min = Math.min(...known.map(({ min_days }) => min_days))
  const max = Math.max(...known.map(({ max_days }) => max_days))
  return html`<span class="eta">${t('choose.estimate', { days: days(min, max) })}</span>`
}

/**
 * Removes the product name from a variant name. For example, 'Stoneware mug, sage' becomes 'Sage' below the
 * heading 'Stoneware mug'.
 */
function shortName({ variant_name, product_name }: RedemptionItem): string {
  if (!variant_name.toLowerCase().startsWith(product_name.toLowerCase())) return variant_name
  const rest = variant_name.slice(product_name.length).replace(/^[\s,–-]+/, '')
  return rest === '' ? variant_name : rest.charAt(0).toUpperCase() + rest.slice(1)
}

function renderInput(
  { variant_id }: RedemptionItem,
  { checkedIds, name, type }: CardOptions,
  attributes: SafeHtml,
): SafeHtml {
  const checked = checkedIds.includes(variant_id) ? new SafeHtml(' checked') : empty
  return html`<input${attributes} type="${type}" name="${name}" value="${variant_id}"${checked}>`
}
