import * as accounts from '#accounts'
import type { Address } from '#contract'
import type * as gifting from '#gifting'
import { ALL_ACCOUNTS, readTransaction, type TxContext } from '#platform/postgres/database'
import * as sends from '#sends'
import { isServedHere, localizerFor, type PageDeps, type PageRequest } from './context.ts'
import { type Draft, isDraftComplete, readDraft } from './draft.ts'
import { findExpectedDelivery } from './expected-delivery.ts'
import { type GiftContext, noContents } from './gift-context.ts'
import { toAddress } from './pages/address-input.ts'
import { needsShipping, selectedItems } from './pages/selection-state.ts'
import { startingAt } from './pages/urls.ts'
import { findCommunication, translateGift } from './translate-gift.ts'
import { isCode } from './unclean-links.ts'

/*
 * The context of the pages on which a sender tries a campaign. The gift is built for each request and never stored. What
 * the visitor has chosen is in the URL, and the typed address in the draft of the browser, so a visit writes nothing.
 */

/** The pages to which the links of a page lead back: before the box is opened, the choice, and after the confirmation. */
export type Stage = 'wrapped' | 'unwrapped' | 'done'

/** A gift that is tried, with the link by which it was reached. */
export interface TryContext extends GiftContext {
  stage: Stage
}

/** Loads the gift of a link in a read-only transaction. Returns undefined for a link that does not work. */
export async function loadTriedGift(
  deps: PageDeps,
  pageRequest: PageRequest,
  stage: Stage,
): Promise<TryContext | undefined> {
  const { db } = deps
  const { code, request } = pageRequest
  if (!isCode(code)) return undefined
  const found = await readTransaction(db, ALL_ACCOUNTS, (ctx) => sends.findPreviewLink(ctx, code))
  if (found === undefined || !isServedHere(deps, request, found)) return undefined
  const now = accounts.accountNow(db, found)
  const { account_id, clock_offset_ms } = found
  return readTransaction(
    db,
    account_id,
    async (ctx) => {
      const gift = await buildGift(ctx, found)
      if (gift === undefined) return undefined
      const draft = readDraft(db.deployment, pageRequest, now)
      return buildContext(
        ctx,
        {
          ...{ ...pageRequest, deps, now, draft, stage },
          link: { account_id, id: gift.id, clock_offset_ms },
        },
        gift,
      )
    },
    now,
  )
}

async function buildGift(
  ctx: TxContext,
  { campaign_id, user_id }: sends.FoundPreviewLink,
): Promise<gifting.RedemptionPage | undefined> {
  const member = await accounts.findMember(ctx, user_id)
  return member && sends.previewPage(ctx, sends.buildCampaignPreview(ctx, campaign_id, member))
}

type Start = Pick<TryContext, keyof PageRequest | 'deps' | 'now' | 'draft' | 'stage' | 'link'>

async function buildContext(
  ctx: TxContext,
  start: Start,
  untouched: gifting.RedemptionPage,
): Promise<TryContext> {
  const { deps, stage, draft, now } = start
  const branding = { ...untouched, communication: await findCommunication(ctx, untouched) }
  const localizer = localizerFor(deps, start, branding)
  const texts = await translateGift(ctx, untouched, branding.communication, localizer.language)
  const chosen = parseChosen(start, untouched)
  const opened = { ...untouched, ...texts, chosen, opened_at: stage === 'wrapped' ? null : now }
  const gift = stage === 'done' ? confirmGift(opened, draft) : opened
  const confirmed = gift.line_items === null ? undefined : now
  return {
    ...start,
    ...{ gift, branding, localizer, confirmed, origin: ctx.deployment.origin },
    ...{ isRecipient: true, carriedProof: undefined, contents: noContents, problems: [] },
    ...{ parcels: [], changeability: undefined, pendingChange: undefined },
    expected: await findExpectedDelivery(ctx, gift, [], confirmed),
    ...urlsAt(start, stage, chosen),
    notice: localizer.t(isInactive(start) ? 'preview.inactive' : 'preview.notice'),
  }
}

/** Returns the chosen items of the query that the gift offers. */
function parseChosen({ request }: Start, { items }: gifting.RedemptionPage): string[] {
  const { chosen } = (request.query ?? {}) as { chosen?: unknown }
  const ids = new Set(String(chosen ?? '').split(','))
  return items.flatMap(({ variant_id }) => (ids.has(variant_id) ? [variant_id] : []))
}

/** Returns the URLs of the pages with all that the visitor has entered. */
export function urlsAt(
  { urls, draft }: Pick<TryContext, 'urls'> & { draft: Draft | undefined },
  stage: Stage,
  chosen: readonly string[],
): Pick<GiftContext, 'urls' | 'plainUrls'> {
  const first = stage === 'wrapped' ? '' : stage
  const plainUrls = startingAt(
    urls.withQuery({
      ...(first !== '' && { at: first }),
      ...(chosen.length > 0 && { chosen: chosen.join(',') }),
    }),
    first,
  )
  const isInUrl = draft?.isInUrl === true
  return { plainUrls, urls: isInUrl ? plainUrls.withQuery({ d: draft.token }) : plainUrls }
}

const isInactive = ({ request }: Start): boolean =>
  ((request.query ?? {}) as { inactive?: unknown }).inactive !== undefined

/** Returns the gift as it is after the confirmation, with the address of the draft. */
function confirmGift(
  gift: gifting.RedemptionPage,
  draft: Draft | undefined,
): gifting.RedemptionPage {
  const line_items = selectedItems(gift)
  const address =
    needsShipping(gift) && isDraftComplete(draft)
      ? (toAddress(draft.typed) as unknown as Address)
      : null
  return {
    ...gift,
    ...{ line_items, state: 'redeemed', status: 'redeemed', shipping_address: address },
    destination: address && {
      city: address.city ?? null,
      region: address.region ?? null,
      country: address.country,
    },
  }
}
