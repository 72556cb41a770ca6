import type { FastifyReply } from 'fastify'
import { ApiError, type NewRedemption } from '#contract'
import * as fulfilment from '#fulfilment'
import { redirect } from './context.ts'
import {
  type GiftContext,
  runForRecipient,
  sendGiftPage,
  viaForm,
  viaLink,
} from './gift-context.ts'
import {
  type ChangeError,
  type ChangeOptions,
  canSwap,
  changePage,
  proveForChangePage,
  toSwapChoice,
} from './pages/change-page.ts'
import { allValues } from './pages/form.ts'
import { findConflict } from './pages/selection-state.ts'
import { parsePicks, withPicks } from './picks.ts'

/*
 * The changes of a confirmed gift until it is packed. Only a browser with a recipient proof can change the
 * gift. Each form redirects to a separate page, so that Back and Reload repeat nothing. If a form is sent
 * twice, the second time changes nothing.
 */

const changeErrors: readonly ChangeError[] = ['required', 'out_of_stock', 'too_many', 'versions']

/** Shows the items that the recipient can swap for. */
export function showSwap(context: GiftContext): FastifyReply {
  const { why } = (context.request.query ?? {}) as { why?: unknown }
  const changeError = changeErrors.find((each) => each === why)
  if (changeError === undefined) return showSwapForm(context, {})
  const checkedIds = parsePicks(context)
  return showSwapForm(context, { changeError, ...(checkedIds.length > 0 && { checkedIds }) })
}

function showSwapForm(context: GiftContext, options: Omit<ChangeOptions, 'origin'>): FastifyReply {
  const { localizer, urls, gift, origin } = context
  if (!canSwap(gift, context)) return redirect(context, urls.to())
  if (!context.isRecipient)
    return sendGiftPage(
      context,
      proveForChangePage(localizer, urls, gift),
      viaLink(context, 'change'),
    )
  return sendGiftPage(
    context,
    changePage(localizer, urls, gift, { ...options, origin }),
    viaForm(context, { id: 'change', page: 'change', enter: 'change' }),
  )
}

/** Swaps the items, and shows the result on the page of the gift. */
export async function swap(context: GiftContext): Promise<FastifyReply> {
  if (!context.isRecipient) return redirect(context, context.urls.to('change'))
  const variant_ids = allValues(context.form, 'variant')
  if (context.form.get('do') === 'show') {
    if (context.requestedLanguage !== undefined)
      await runForRecipient(context, async () => undefined)
    return showSwapForm(context, { checkedIds: variant_ids })
  }
  const conflict = findConflict(toSwapChoice(context.gift), variant_ids)
  if (conflict !== undefined) return askAgain(context, conflict, variant_ids)
  try {
    const outcome = await changeGift(context, { variant_ids })
    return redirect(context, context.urls.to(pageAfterChange(outcome)))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const why = error.code === 'out_of_stock' ? 'out_of_stock' : 'required'
    return askAgain(context, why, context.gift.max_choices > 1 ? variant_ids : [])
  }
}

const askAgain = (context: GiftContext, why: ChangeError, picks: readonly string[]): FastifyReply =>
  redirect(context, context.urls.to(withPicks(`change?why=${why}`, picks)))

export const changeGift = (
  context: GiftContext,
  body: NewRedemption,
): Promise<fulfilment.ChangeOutcome | undefined> =>
  runForRecipient(context, (ctx, id) => fulfilment.changeGift(ctx, id, body, context.deps.shipping))

/**
 * Returns the page that shows the outcome of a change. Returns undefined for the gift's page without a
 * notice.
 */
export function pageAfterChange(outcome: fulfilment.ChangeOutcome | undefined): string | undefined {
  switch (outcome?.kind) {
    case 'applied':
    case 'unchanged':
      return '?notice=changed'
    case 'blocked':
      return blockedPages[outcome.blocker]
    default:
      return undefined
  }
}

type Blocker = Extract<fulfilment.ChangeOutcome, { kind: 'blocked' }>['blocker']

const blockedPages: Readonly<Partial<Record<Blocker, string>>> = {
  packed: '?notice=packed',
  being_packed: '?notice=packed',
  left: '?notice=packed',
  label_pending: '?notice=busy',
  too_many: '?notice=limit',
}
