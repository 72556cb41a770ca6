import type * as catalogue from '#catalogue'
import type { RedemptionItem, RedemptionPage } from '#gifting'
import { html, SafeHtml } from '#platform/lib/html'
import type { Localizer } from '../i18n/localizer.ts'
import { placeName, renderDestinationFields, renderLeftOut } from './destination-fields.ts'
import { openingGift, smallGift } from './illustrations.ts'
import { renderPhoto } from './image.ts'
import { empty, inCampaignLanguage, type Page } from './layout.ts'
import { renderMessageCard } from './recipient-page.ts'
import {
  areItemsVisible,
  choiceGroups,
  groupByProduct,
  isBlocked,
  limitsDestinations,
} from './selection-state.ts'
import type { PageUrls } from './urls.ts'

export type SelectionError = 'required' | 'out_of_stock' | 'destination' | 'state'

export interface ChooseOptions {
  origin: string
  /** Whether the recipient has just unwrapped the gift, so that the page plays the opening animation. */
  isFresh: boolean
  /** Why the page asks again: the selection or the state is missing, or the item is sold out or may not go there. */
  selectionError?: SelectionError
  /** The place of the recipient, as far as it is known. */
  destination: catalogue.Destination
  /** Variants that were checked in the submitted form, saved or not. */
  checkedIds?: readonly string[]
  /** Variants that the recipient just selected and that are sold out. */
  gone?: readonly string[]
}

/** Shows the items to choose from, all items, or a surprise. */
export function choosePage(
  localizer: Localizer,
  urls: PageUrls,
  gift: RedemptionPage,
  options: ChooseOptions,
): Page {
  const { t } = localizer
  const title = t('title.choose')
  const { selectionError, isFresh } = options
  return {
    title: selectionError === undefined ? title : t('title.error', { title }),
    bodyClass: 'wide',
    status: statusOf(selectionError),
    main: html`<div class="reveal">${isFresh ? openingGift : smallGift}<div><h1>${headingText(localizer, gift)}</h1><p class="lead"${hasCampaignMessage(gift) ? inCampaignLanguage(gift) : empty}>${leadText(localizer, gift)}</p></div></div>
${renderMessageCard(localizer, gift)}${renderError(localizer, gift, options)}${isSoldOut(gift) && !asksForPlace(gift) ? empty : renderForm(localizer, urls, gift, options)}
<p class="aside"><a href="${urls.to('decline')}">${t('unwrap.decline')}</a></p>`,
  }
}

function statusOf(selectionError: SelectionError | undefined): number {
  if (selectionError === undefined) return 200
  return selectionError === 'required' || selectionError === 'state' ? 422 : 409
}

/** Whether the page asks for the country, because an item limits its destinations. */
const asksForPlace = (gift: RedemptionPage) => limitsDestinations(gift) || gift.left_out.length > 0

/** Whether a required choice has no available option. */
const isSoldOut = (gift: RedemptionPage) =>
  isBlocked(gift) ||
  choiceGroups(gift).some((group) => group.every(({ is_available }) => !is_available))

function headingText({ t }: Localizer, gift: RedemptionPage): string {
  if (isBlocked(gift)) return t('choose.blockedHeading')
  if (isSoldOut(gift)) return t('choose.emptyHeading')
  if (!areItemsVisible(gift)) return t('choose.headingSurprise')
  if (gift.selection_mode === 'all') return t('choose.headingAll')
  return t(groupByProduct(gift.items).length === 1 ? 'choose.headingVersion' : 'choose.headingOne')
}

/** Whether the campaign's own message introduces the items. */
const hasCampaignMessage = (gift: RedemptionPage) =>
  !isSoldOut(gift) && areItemsVisible(gift) && (gift.theme?.message ?? '') !== ''

function leadText({ t }: Localizer, gift: RedemptionPage): string {
  if (isBlocked(gift)) return t('choose.blockedLead', { sender: gift.sender.name })
  if (isSoldOut(gift)) return t('choose.emptyLead', { sender: gift.sender.name })
  if (!areItemsVisible(gift)) return t('choose.leadSurprise')
  if (hasCampaignMessage(gift)) return gift.theme?.message ?? ''
  if (gift.selection_mode === 'all') return t('choose.leadAll')
  return t('choose.leadOne', {
    count: groupByProduct(gift.items.filter(({ is_available }) => is_available)).length,
  })
}

function renderError(
  localizer: Localizer,
  gift: RedemptionPage,
  { selectionError, gone = [] }: ChooseOptions,
): SafeHtml {
  if (selectionError === undefined) return empty
  const { t, formatList } = localizer
  const denied = gift.items.filter(
    ({ variant_id, denied_in }) => denied_in !== null && gone.includes(variant_id),
  )
  const place = placeName(localizer, denied[0]?.denied_in ?? '')
  const texts: Record<SelectionError, () => string> = {
    required: () => t('choose.required'),
    state: () => t('choose.state'),
    out_of_stock: () => t('choose.justGone'),
    destination: () =>
      denied.length === 0 || !areItemsVisible(gift)
        ? t('choose.notThere')
        : t('choose.notThereNamed', {
            ...{ place, count: denied.length, names: formatList(denied.map(({ name }) => name)) },
          }),
  }
  const text = texts[selectionError]()
  return html`<div class="summary" role="alert" tabindex="-1" id="summary" autofocus><p>${text}</p></div>`
}

/** Renders the form: one item out of several, or all items, some with versions to choose from. */
function renderForm(
  localizer: Localizer,
  urls: PageUrls,
  gift: RedemptionPage,
  options: ChooseOptions,
): SafeHtml {
  const { t } = localizer
  const place = asksForPlace(gift)
    ? renderDestinationFields(localizer, gift, options.destination, {
        isStateMissing: options.selectionError === 'state',
      })
    : empty
  const continueButton = isSoldOut(gift)
    ? empty
    : html`<p class="bar"><button class="main" name="do" value="choose">${t('common.continue')}</button></p>`
  return html`${areItemsVisible(gift) ? renderSoldOut(localizer, gift, options) : empty}${renderLeftOut(localizer, gift)}<form method="post" action="${urls.to('choose')}" id="choose">
${place}${renderChoices(localizer, gift, options)}
${continueButton}</form>`
}

/** Renders the fields of a form with the items to choose from. */
export function renderChoices(
  localizer: Localizer,
  gift: RedemptionPage,
  options: Pick<ChooseOptions, 'checkedIds' | 'origin'>,
): SafeHtml {
  const isOne = gift.selection_mode === 'one'
  const checkedIds = options.checkedIds ?? gift.chosen
  const cards = groupByProduct(gift.items).flatMap((versions, index) => {
    const available = versions.filter(({ is_available }) => is_available)
    const cardOptions = {
      origin: options.origin,
      checkedIds,
      name: isOne ? 'variant' : `variant-${index}`,
    }
    const isDenied = versions.every(({ denied_in }) => denied_in !== null)
    if (isDenied && areItemsVisible(gift)) return [renderDeniedCard(localizer, versions, options)]
    if (isOne) return available.length === 0 ? [] : [renderCard(localizer, available, cardOptions)]
    if (versions.length > 1) return [renderCard(localizer, available, cardOptions)]
    return areItemsVisible(gift) ? [renderFixedCard(localizer, versions, options.origin)] : []
  })
  return html`<fieldset class="plain"><legend class="unseen">${localizer.t('choose.legend')}</legend><div class="cards">${cards}</div></fieldset>`
}

interface CardOptions {
  origin: string
  checkedIds: readonly string[]
  /** The name that the radio buttons of one choice share. */
  name: string
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
  const text = renderDescription(localizer, first, isOnly ? first.name : first.product_name)
  if (isOnly)
    return html`<label class="card v1">${renderRadio(first, cardOptions)}${photos}${text}<span class="mark"></span></label>`
  const chips = versions.map(
    (item, index) =>
      html`<label class="chip v${String(index + 1)}">${renderRadio(item, cardOptions)}<span>${shortName(item)}</span></label>`,
  )
  return html`<fieldset class="card"><legend class="unseen">${localizer.t('choose.versions', { name: first.product_name })}</legend>${photos}${text}<span class="mark"></span><div class="chips">${chips}</div></fieldset>`
}

const renderFixedCard = (
  localizer: Localizer,
  versions: readonly RedemptionItem[],
  origin: string,
) =>
  html`<div class="card shown">${renderPhotos(versions, origin)}${versions.map((item) => renderDescription(localizer, item, item.name))}</div>`

/** Shows an item that may not go to the recipient's place, with the reason. */
function renderDeniedCard(
  localizer: Localizer,
  versions: readonly RedemptionItem[],
  { origin }: Pick<ChooseOptions, 'origin'>,
): SafeHtml {
  const [first] = versions
  if (first === undefined) return empty
  const place = placeName(localizer, first.denied_in ?? '')
  const name = versions.length === 1 ? first.name : first.product_name
  return html`<div class="card off">${renderPhotos(versions, origin)}<span class="words"><span class="what">${name}</span><span class="reason">${localizer.t('choose.deniedIn', { place })}</span></span></div>`
}

const renderDescription = (
  { t }: Localizer,
  { description, kind, quantity, rules }: RedemptionItem,
  name: string,
) =>
  html`<span class="words"><span class="what">${name}</span><span class="about">${description}</span>${kind === 'digital' ? html`<span class="badge">${t('choose.digital')}</span>` : empty}${quantity > 1 ? html`<span class="badge">${t('choose.quantity', { count: quantity })}</span>` : empty}${rules.minimum_age === null ? empty : html`<span class="badge">${t('choose.age', { age: rules.minimum_age })}</span>`}</span>`

/** Renders one photo for each version; the style sheet shows the photo of the checked version. */
const renderPhotos = (versions: readonly RedemptionItem[], origin: string) =>
  html`<span class="photos">${versions
    .slice(0, 12)
    .map(
      ({ images }, index) =>
        html`<span class="p${String(index + 1)}">${renderPhoto(images[0], origin, 'large')}</span>`,
    )}</span>`

function renderRadio({ variant_id }: RedemptionItem, { checkedIds, name }: CardOptions): SafeHtml {
  const checked = checkedIds.includes(variant_id) ? new SafeHtml(' checked') : empty
  return html`<input type="radio" name="${name}" value="${variant_id}"${checked}>`
}

/** Removes the product name from a variant name: 'Stoneware mug, sage' becomes 'Sage' below the heading 'Stoneware mug'. */
function shortName({ variant_name, product_name }: RedemptionItem): string {
  if (!variant_name.toLowerCase().startsWith(product_name.toLowerCase())) return variant_name
  const rest = variant_name.slice(product_name.length).replace(/^[\s,–-]+/, '')
  return rest === '' ? variant_name : rest.charAt(0).toUpperCase() + rest.slice(1)
}

/** Names the items that the recipient selected and that are now sold out. Other sold-out items are not mentioned. */
function renderSoldOut(
  { t, formatList }: Localizer,
  gift: RedemptionPage,
  options: ChooseOptions,
): SafeHtml {
  const gone = gift.items.filter(
    ({ is_available, denied_in }) => !is_available && denied_in === null,
  )
  if (gone.length > 0 && gift.selection_mode === 'all' && choiceGroups(gift).length === 0)
    return html`<p class="gone">${t('choose.late')}</p>`
  const pickedIds = [...gift.chosen, ...(options.gone ?? [])]
  const names = gone
    .filter(({ variant_id }) => pickedIds.includes(variant_id))
    .map(({ name }) => name)
  if (names.length === 0) return empty
  return html`<p class="gone">${t('choose.gone', { count: names.length, names: formatList(names) })}</p>`
}
