import type { FastifyReply } from 'fastify'
import { ApiError, type FieldError } from '#contract'
import * as gifting from '#gifting'
import { addressFrom, inOrder, problemsIn, type Typed, typedIn } from './address.ts'
import { goTo } from './desk.ts'
import { dropDraft, isComplete, saveDraftAndGo } from './draft.ts'
import { allIn } from './form.ts'
import { act, type GiftCall, rememberRecipient } from './gift-call.ts'
import { askAddress, choose, isChoosing, review } from './gift-pages.ts'
import { isPosted, isSettled } from './offered.ts'

/*
 * From the choice to the confirmation. Each form that is sent leads to a page of its own by a redirect, and what was
 * typed comes along as a draft: Back, Reload, another choice and an item that has run out lose nothing.
 */

/** Why the choice is shown again, as a page after a redirect says it. */
const reasons = ['required', 'out_of_stock'] as const

export function showChoices(call: GiftCall): FastifyReply {
  const { why, gone } = (call.request.query ?? {}) as { why?: unknown; gone?: unknown }
  const problem = reasons.find((each) => each === why)
  if (problem === undefined) return choose(call, { isFresh: true })
  return choose(call, {
    isFresh: false,
    problem,
    ...(problem === 'required' ? {} : { marked: [], gone: [gone].flat().map(String) }),
  })
}

/** Saves the choice, as far as it goes, and leads to the address, the review, or the choice again. */
export async function saveChoice(call: GiftCall): Promise<FastifyReply> {
  const { form, visit, ways } = call
  const offered = new Map(visit.items.map((item) => [item.variant_id, item]))
  const variant_ids = allIn(form, 'variant').filter((id) => offered.has(id))
  const chosen: GiftCall = { ...call, visit: { ...visit, chosen: variant_ids } }
  const gone = variant_ids.filter((id) => offered.get(id)?.is_there === false)
  const isGone = gone.length > 0
  await act(call, async (ctx, id) => {
    await gifting.markOpened(ctx, id) // who chooses has unwrapped, whatever the way here
    if (!isGone) await gifting.saveSelection(ctx, id, { variant_ids })
  })
  if (form.get('do') === 'show') return goTo(call, ways.to())
  if (isGone) {
    const query = new URLSearchParams({ why: 'out_of_stock' })
    for (const id of gone) query.append('gone', id)
    return goTo(call, ways.to(`unwrapped?${query}`))
  }
  if (!isSettled(chosen.visit)) return goTo(call, ways.to('unwrapped?why=required'))
  const isReady = !isPosted(chosen.visit) || isComplete(call.draft)
  return goTo(call, ways.to(isReady ? 'review' : 'address'))
}

/** The address form, with the draft, and with its mistakes after it was sent. */
export function showAddress(call: GiftCall): Promise<FastifyReply> | FastifyReply {
  const typed = call.draft?.typed ?? {}
  const { check } = (call.request.query ?? {}) as { check?: unknown }
  return askAddress(
    call,
    typed,
    check === undefined || call.draft === undefined ? [] : problemsIn(typed),
  )
}

/** Another country, another language, back from the review, or on to it. */
export async function saveAddress(call: GiftCall): Promise<FastifyReply> {
  const typed = typedIn(call.form)
  if (call.asked !== undefined) await act(call, async () => undefined)
  const wantsReview =
    call.form.get('do') === 'review' && isSettled(call.visit) && isPosted(call.visit)
  if (call.form.get('do') === 'back') return saveDraftAndGo(call, typed, '')
  if (!wantsReview) return saveDraftAndGo(call, typed, 'address')
  return saveDraftAndGo(call, typed, problemsIn(typed).length > 0 ? 'address?check=1' : 'review')
}

export function showReview(call: GiftCall): FastifyReply {
  const { visit, ways, draft } = call
  if (!isSettled(visit)) return goTo(call, ways.to())
  if (!isPosted(visit)) return review(call, undefined)
  return isComplete(draft) ? review(call, addressFrom(draft.typed)) : goTo(call, ways.to('address'))
}

/** Two taps of one finger arrive within this time. */
const tapMs = 2 * 60 * 1000

/** The one press that counts. A second tap finds it done and comes to the same page. */
export async function redeem(call: GiftCall): Promise<FastifyReply> {
  const typed = typedIn(call.form)
  const named = allIn(call.form, 'variant')
  const hasAddress = typed.line_1 !== undefined
  const body = {
    variant_ids: named.length > 0 ? named : call.visit.chosen,
    ...(hasAddress ? { shipping_address: addressFrom(typed) } : {}),
  } as Parameters<typeof gifting.redeem>[2]
  try {
    const isOwn = await act(call, async (ctx, id) => {
      const before = await gifting.findForUpdate(ctx, ctx.account_id, id)
      const gift = await gifting.redeem(ctx, id, body)
      if (before?.line_items === null) return true
      return (
        hasAddress && gift !== undefined && call.now.getTime() - gift.updated_at.getTime() < tapMs
      )
    })
    if (isOwn && hasAddress) rememberRecipient(call)
    dropDraft(call)
    return goTo(call, call.plainWays.to('done'))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return refusedRedemption(call, typed, error)
  }
}

function refusedRedemption(call: GiftCall, typed: Typed, refusal: ApiError) {
  const { plainWays } = call
  if (!isChoosing(call) || refusal.code === 'invalid_transition') {
    const isDone = call.visit.line_items !== null || refusal.code === 'invalid_transition'
    return goTo(call, plainWays.to(isDone ? '?notice=already' : undefined))
  }
  if (refusal.code === 'out_of_stock')
    return saveDraftAndGo(call, typed, 'unwrapped?why=out_of_stock')
  const about = addressProblems(refusal)
  if (refusal.fieldErrors.length > about.length)
    return saveDraftAndGo(call, typed, 'unwrapped?why=required')
  return problemsIn(typed).length > 0
    ? saveDraftAndGo(call, typed, 'address?check=1')
    : askAddress(call, typed, inOrder(about, typed.country))
}

const addressProblems = ({ fieldErrors: problems }: ApiError): FieldError[] =>
  problems.flatMap((problem) => {
    const [, field] = /^shipping_address\.(\w+)$/.exec(problem.param) ?? []
    if (problem.param === 'shipping_address') return [{ ...problem, param: 'line_1' }]
    return field === undefined ? [] : [{ ...problem, param: field }]
  })
