import * as catalogue from '#catalogue'
import type { Changeability } from '#fulfilment'
import type { GiftChangeSummary, RedemptionItem, RedemptionPage } from '#gifting'
import { html, type SafeHtml } from '#platform/lib/html'
import type { Localizer } from '../i18n/localizer.ts'
import { type ChoiceOptions, renderChoices, renderCounter } from './choice-cards.ts'
import { drawSmallGift } from './illustrations.ts'
import { empty, type Page } from './layout.ts'
import { renderLinkForm } from './recipient-page.ts'
import {
  type ChoiceConflict,
  choosesSeveral,
  groupByProduct,
  maxChoices,
  namesOfDoubledProducts,
} from './selection-state.ts'
import type { PageUrls } from './urls.ts'

/** The state that decides what the recipient can change after the confirmation. */
export interface ChangeState {
  /**
   * The result of the check whether the gift can be changed. Undefined for a gift that is not redeemed, or
   * that has ended.
   */
  changeability: Changeability | undefined
  /** The change that is not final yet. */
  pendingChange: GiftChangeSummary | undefined
}

export type ChangeError = 'required' | 'out_of_stock' | ChoiceConflict

export interface ChangeOptions extends ChoiceOptions {
  /** The reason why the page asks again. */
  changeError?: ChangeError
}

/** Returns whether the gift can be changed now, or as soon as the current label request ends. */
const isOpen = ({ changeability, pendingChange }: ChangeState): boolean =>
  pendingChange === undefined &&
  (changeability?.isChangeable === true || changeability?.blocker === 'label_pending')

/** Returns whether the recipient can swap items. This requires another physical item to choose from. */
export const canSwap = (gift: RedemptionPage, state: ChangeState): boolean =>
  isOpen(state) && !gift.is_direct && toSwapChoice(gift).items.length > 0

/** Returns whether the recipient can correct the address before the gift is packed. */
export const canChangeBeforePacking = (gift: RedemptionPage, state: ChangeState): boolean =>
  isOpen(state) && gift.destination !== null

/**
 * Returns the gift with only the physical items to choose from. The digital items of the gift stay, and they
 * count for the maximum number of items.
 */
export function toSwapChoice(gift: RedemptionPage): RedemptionPage {
  const fixed = (gift.line_items ?? []).filter(({ kind }) => kind !== 'physical')
  const max_choices = Math.max(1, gift.max_choices - fixed.length)
  return { ...gift, items: findSwapItems(gift), max_choices }
}

/**
 * Finds the physical items of each choice that may go to the recipient's place. The recipient's own items
 * count as available, because they are reserved.
 */
function findSwapItems(gift: RedemptionPage): RedemptionItem[] {
  const { items, selection_mode, chosen } = gift
  const physical = items
    .filter((item) => item.kind === 'physical' && isAllowed(gift, item))
    .map((item) => ({
      ...item,
      is_available: item.is_available || chosen.includes(item.variant_id),
    }))
  const groups = selection_mode === 'one' ? [physical] : groupByProduct(physical)
  return groups.filter((group) => group.length > 1).flat()
}

/**
 * Returns whether the item may go to the place of the address. The recipient must also have stated an age
 * that is high enough for the item.
 */
const isAllowed = (
  { destination, age_confirmed }: RedemptionPage,
  { rules }: RedemptionItem,
): boolean =>
  (rules.minimum_age ?? 0) <= (age_confirmed ?? 0) &&
  destination !== null &&
  catalogue.checkDestination(rules, {
    country: destination.country,
    region: destination.region ?? undefined,
  }) === 'allowed'

/** Renders the page with the items that the recipient can swap for. The current items are checked. */
export function changePage(
  localizer: Localizer,
  urls: PageUrls,
  gift: RedemptionPage,
  options: ChangeOptions,
): Page {
  const { t } = localizer
  const { changeError } = options
  const choice = toSwapChoice(gift)
  const title = t('title.change')
  return {
    title: changeError === undefined ? title : t('title.error', { title }),
    bodyClass: 'wide',
    status: changeError === undefined ? 200 : changeError === 'out_of_stock' ? 409 : 422,
    main: html`<div class="reveal">${drawSmallGift(gift.wrapping.paper)}<div><h1>${t('change.heading')}</h1><p class="lead">${t(choosesSeveral(choice) ? 'change.leadSeveral' : 'change.lead')}</p></div></div>
${renderError(localizer, choice, options)}<form method="post" action="${urls.to('change')}" id="change">
${renderChoices(localizer, choice, options)}
<div class="bar">${renderCounter(localizer, choice)}<button class="main" name="do" value="change">${t('change.save')}</button><a class="button" href="${urls.to()}">${t('change.keep')}</a></div></form>`,
  }
}

function renderError(
  { t, formatList }: Localizer,
  choice: RedemptionPage,
  { changeError, checkedIds = [] }: ChangeOptions,
): SafeHtml {
  if (changeError === undefined) return empty
  const isSeveral = choosesSeveral(choice)
  const gone = choice.items.filter(
    ({ variant_id, is_available }) => !is_available && checkedIds.includes(variant_id),
  )
  const texts: Record<ChangeError, () => string> = {
    required: () => t(isSeveral ? 'choose.requiredSeveral' : 'change.required'),
    too_many: () => t('choose.tooMany', { max: maxChoices(choice) }),
    versions: () =>
      t('choose.oneVersion', { names: formatList(namesOfDoubledProducts(choice, checkedIds)) }),
    out_of_stock: () =>
      gone.length === 0
        ? t('change.gone')
        : t('change.goneNamed', {
            ...{ count: gone.length, names: formatList(gone.map(({ name }) => name)) },
          }),
  }
  return html`<div class="summary" role="alert" tabindex="-1" id="summary" autofocus><p>${texts[changeError]()}</p></div>`
}

/** Renders the page that replaces the change page for a visitor without a recipient proof. */
export const proveForChangePage = (
  localizer: Localizer,
  urls: PageUrls,
  gift: RedemptionPage,
): Page => ({
  title: localizer.t('title.change'),
  bodyClass: 'narrow',
  main: html`<h1>${localizer.t('change.heading')}</h1>
<p class="lead">${localizer.t('change.proveLead')}</p>
${renderLinkForm(localizer, urls, gift, 'recipient.sendChange')}`,
})

/** Renders the section that says what the recipient can change, and until when. */
export function renderChangeSection(
  { t }: Localizer,
  urls: PageUrls,
  gift: RedemptionPage,
  state: ChangeState,
): SafeHtml {
  if (state.pendingChange !== undefined)
    return html`<p class="good change" role="status">${t('change.pending')}</p>`
  const { blocker } = state.changeability ?? { blocker: undefined }
  if (blocker === 'being_packed' || blocker === 'packed')
    return html`<p class="quiet change">${t('change.packing')}</p>`
  if (!canChangeBeforePacking(gift, state)) return empty
  const isSwappable = canSwap(gift, state)
  const swap = isSwappable
    ? html`<a class="button" href="${urls.to('change')}">${t('review.changeGift')}</a>`
    : empty
  return html`<section class="change"><h2>${t('change.section')}</h2><p>${t(isSwappable ? 'change.until' : 'change.untilAddress')}</p>
<p class="bar">${swap}<a class="button" href="${urls.to('problem')}">${t('review.changeAddress')}</a></p></section>`
}
