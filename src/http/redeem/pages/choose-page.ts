import type * as catalogue from '#catalogue'
import type { RedemptionPage } from '#gifting'
import { html, type SafeHtml } from '#platform/lib/html'
import type { Localizer } from '../i18n/localizer.ts'
import { type ChoiceOptions, renderChoices, renderCounter } from './choice-cards.ts'
import { placeName, renderDestinationFields, renderLeftOut } from './destination-fields.ts'
import { renderMessageCard } from './greeting.ts'
import { drawSmallGift, drawStage } from './illustrations.ts'
import { empty, inCampaignLanguage, isInPageLanguage, type Page } from './layout.ts'
import {
  areItemsVisible,
  type ChoiceConflict,
  choiceGroups,
  choosesSeveral,
  dependOnState,
  groupByProduct,
  isBlocked,
  limitsDestinations,
  maxChoices,
  namesOfDoubledProducts,
  selectedItems,
} from './selection-state.ts'
import { withSenderLink } from './sender-link.ts'
import type { PageUrls } from './urls.ts'

export type SelectionError = 'required' | 'out_of_stock' | 'destination' | 'state' | ChoiceConflict

export interface ChooseOptions extends ChoiceOptions {
  /** Whether the recipient has just unwrapped the gift. The page then plays the opening animation. */
  isFresh: boolean
  /**
   * The reason why the page asks again: the selection or the state is missing, an item is sold out, or an
   * item may not go to the place.
   */
  selectionError?: SelectionError
  /** The place of the recipient, as far as it is known. */
  destination: catalogue.Destination
  /** The variants that the recipient just selected and that are sold out. */
  gone?: readonly string[]
}

/** Renders the choice page. It shows the items to choose from, all items of the gift, or a surprise. */
export function choosePage(
  localizer: Localizer,
  urls: PageUrls,
  gift: RedemptionPage,
  options: ChooseOptions,
): Page {
  const { t } = localizer
  const title = t('title.choose')
  const { selectionError, isFresh } = options
  const { paper } = gift.wrapping
  // Nothing opens for a gift of which nothing is left.
  const opens = isFresh && !isSoldOut(gift)
  return {
    title: selectionError === undefined ? title : t('title.error', { title }),
    bodyClass: 'wide',
    status: statusOf(selectionError),
    main: html`<div class="reveal">${(opens ? drawStage : drawSmallGift)(paper)}<div><h1>${headingText(localizer, gift)}</h1>${renderLead(localizer, gift)}</div></div>
${renderMessageCard(localizer, urls, gift, isFresh)}${renderError(localizer, gift, options)}${isSoldOut(gift) && !limitsPlaces(gift) ? empty : renderForm(localizer, urls, gift, options)}
<p class="aside"><a href="${urls.to('calendar.ics')}">${t('calendar.add')}</a></p>
<p class="aside"><a href="${urls.to('decline')}">${t('unwrap.decline')}</a></p>`,
  }
}

function statusOf(selectionError: SelectionError | undefined): number {
  if (selectionError === undefined) return 200
  return selectionError === 'out_of_stock' || selectionError === 'destination' ? 409 : 422
}

/**
 * Returns whether the page asks for the country. The country decides which items are available, or how long a
 * delivery takes.
 */
const asksForPlace = (gift: RedemptionPage) =>
  limitsPlaces(gift) ||
  (areItemsVisible(gift) && gift.items.some(({ kind }) => kind === 'physical'))

const limitsPlaces = (gift: RedemptionPage) => limitsDestinations(gift) || gift.left_out.length > 0

/**
 * Returns whether the recipient must see the country first. This is the case if an item is not available in
 * the country, or if the state decides.
 */
const mustSeePlace = (gift: RedemptionPage, { country }: catalogue.Destination) =>
  gift.left_out.length > 0 ||
  gift.items.some(({ denied_in }) => denied_in !== null) ||
  (country === 'US' && dependOnState(gift))

/** Returns whether at least one required choice has no available item. */
const isSoldOut = (gift: RedemptionPage) =>
  isBlocked(gift) ||
  choiceGroups(gift).some((group) => group.every(({ is_available }) => !is_available))

function headingText({ t }: Localizer, gift: RedemptionPage): string {
  if (isBlocked(gift)) return t('choose.blockedHeading')
  if (isSoldOut(gift)) return t('choose.emptyHeading')
  if (!areItemsVisible(gift)) return t('choose.headingSurprise')
  if (gift.selection_mode === 'all') return t('choose.headingAll')
  if (choosesSeveral(gift)) return t('choose.headingSeveral')
  return t(groupByProduct(gift.items).length === 1 ? 'choose.headingVersion' : 'choose.headingOne')
}

/**
 * Renders the text above the form. For a surprise, the message of the campaign stands before the request for
 * the address.
 */
function renderLead(localizer: Localizer, gift: RedemptionPage): SafeHtml {
  if (isSoldOut(gift))
    return html`<p class="lead">${withSenderLink(localizer, 'choose.emptyLead', gift)}</p>`
  const text = html`<p class="lead">${leadText(localizer, gift)}</p>`
  if (!hasCampaignMessage(localizer, gift)) return text
  const message = html`<p class="lead"${inCampaignLanguage(gift, 'message')}>${gift.theme?.message ?? ''}</p>`
  return areItemsVisible(gift) ? message : html`${message}${text}`
}

/**
 * Returns whether the campaign's own message introduces the items. If the message is in another language, the
 * page uses its own text.
 */
const hasCampaignMessage = (localizer: Localizer, gift: RedemptionPage) =>
  (gift.theme?.message ?? '') !== '' && isInPageLanguage(localizer, gift, 'message')

function leadText(localizer: Localizer, gift: RedemptionPage): string {
  const { t } = localizer
  if (isBlocked(gift)) return t('choose.blockedLead', { sender: gift.sender.name })
  if (!areItemsVisible(gift)) return t('choose.leadSurprise')
  if (gift.selection_mode === 'all') return t('choose.leadAll')
  if (choosesSeveral(gift)) return t('choose.leadSeveral')
  return t('choose.leadOne', {
    count: groupByProduct(gift.items.filter(({ is_available }) => is_available)).length,
  })
}

function renderError(
  localizer: Localizer,
  gift: RedemptionPage,
  { selectionError, gone = [], checkedIds = [] }: ChooseOptions,
): SafeHtml {
  if (selectionError === undefined) return empty
  const { t, formatList } = localizer
  const denied = gift.items.filter(
    ({ variant_id, denied_in }) => denied_in !== null && gone.includes(variant_id),
  )
  const place = placeName(localizer, denied[0]?.denied_in ?? '')
  const texts: Record<SelectionError, () => string> = {
    required: () => t(choosesSeveral(gift) ? 'choose.requiredSeveral' : 'choose.required'),
    state: () => t('choose.state'),
    too_many: () => t('choose.tooMany', { max: maxChoices(gift) }),
    versions: () =>
      t('choose.oneVersion', { names: formatList(namesOfDoubledProducts(gift, checkedIds)) }),
    out_of_stock: () =>
      keepsOthers(gift, gone)
        ? t('choose.goneOneOfSeveral', {
            count: gone.length,
            names: formatList(namesOf(gift, gone)),
          })
        : t('choose.justGone'),
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

/** Returns whether other chosen items are still available after an item was sold out. */
const keepsOthers = (gift: RedemptionPage, gone: readonly string[]): boolean =>
  gift.max_choices > 1 &&
  namesOf(gift, gone).length > 0 &&
  selectedItems(gift).some(
    ({ variant_id, is_available }) => is_available && !gone.includes(variant_id),
  )

const namesOf = ({ items }: RedemptionPage, ids: readonly string[]): string[] =>
  items.filter(({ variant_id }) => ids.includes(variant_id)).map(({ name }) => name)

/**
 * Renders the form of the choice: one item out of several, or all items. Some items have versions to choose
 * from.
 */
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
        isOpen: mustSeePlace(gift, options.destination),
      })
    : empty
  const continueButton = isSoldOut(gift)
    ? empty
    : html`<div class="bar">${renderCounter(localizer, gift)}<button class="main" name="do" value="choose"${asksForOne(gift) ? html` data-with="${t('choose.continueWith', { name: '{}' })}"` : empty}>${t('common.continue')}</button></div>`
  return html`${areItemsVisible(gift) ? renderSoldOut(localizer, gift, options) : empty}${renderLeftOut(localizer, gift)}<form method="post" action="${urls.to('choose')}" id="choose">
${place}${renderChoices(localizer, gift, options)}
${continueButton}</form>`
}

/**
 * Returns whether the recipient chooses exactly one item. The script then shows the name of the item on the
 * button.
 */
const asksForOne = (gift: RedemptionPage) => gift.selection_mode === 'one' && !choosesSeveral(gift)

/**
 * Renders the names of the items that the recipient selected and that are now sold out. The text does not
 * mention other sold-out items.
 */
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
  const isInSummary =
    options.selectionError === 'out_of_stock' && keepsOthers(gift, options.gone ?? [])
  if (names.length === 0 || isInSummary) return empty
  return html`<p class="gone">${t('choose.gone', { count: names.length, names: formatList(names) })}</p>`
}
