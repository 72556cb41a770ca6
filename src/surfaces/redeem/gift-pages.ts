import type { FastifyReply } from 'fastify'
import * as catalogue from '#catalogue'
import type { FieldError } from '#contract'
import { fullName } from '#platform/person-name'
import { readTransaction } from '#platform/postgres'
import { isCountry, type Typed } from './address.ts'
import type { AddressForm } from './address-form.ts'
import { addressPage, fixPage } from './address-page.ts'
import { type Choosing, choosePage } from './choose-page.ts'
import { declinedPage, declinePage } from './decline-page.ts'
import { goTo } from './desk.ts'
import { cancelledPage, earlyPage, expiredPage } from './ended-page.ts'
import { byForm, byItself, byLink, type GiftCall, show } from './gift-call.ts'
import { chosenOf, isPosted, isSettled } from './offered.ts'
import { provePage } from './recipient-page.ts'
import { reviewPage } from './review-page.ts'
import type { Note } from './thanks.ts'
import { probableCountry } from './tongue.ts'
import { mayChangeAddress, type Tracking, trackPage } from './track-page.ts'
import { unwrapPage } from './unwrap-page.ts'

/** Whether the recipient can still choose. Time has the last word, also where its loop is late. */
export const isChoosing = ({ visit, now }: GiftCall): boolean =>
  visit.state === 'awaiting_recipient' && visit.expires_at > now

/** The one link, for ever: whatever the gift has come to, its page. */
export function firstPage(call: GiftCall): FastifyReply {
  const { visit, tongue, ways } = call
  if (visit.state === 'awaiting_recipient' && isChoosing(call)) {
    if (visit.declined_at !== null)
      return show(call, declinedPage(tongue, ways, visit), byItself(call))
    if (visit.opened_at === null) return show(call, unwrapPage(tongue, ways, visit), byLink(call))
    return choose(call, { isFresh: false })
  }
  switch (visit.state) {
    case 'created':
    case 'scheduled':
    case 'unclaimed':
      return show(call, earlyPage(tongue, visit, call.now), byLink(call))
    case 'awaiting_recipient':
    case 'expired':
      return show(call, expiredPage(tongue, ways, visit, visit.asked_at !== null), byLink(call))
    case 'cancelled':
      return visit.line_items === null
        ? show(call, cancelledPage(tongue, visit), byLink(call))
        : track(call)
    default:
      return track(call)
  }
}

export function choose(call: GiftCall, choosing: Omit<Choosing, 'origin'>): FastifyReply {
  const { tongue, ways, visit, origin } = call
  const page = choosePage(tongue, ways, visit, { ...choosing, origin })
  return show(call, page, byForm(call, { id: 'choose', page: 'choose', enter: 'choose' }))
}

/** The address, empty but for what can be known, or as it was typed. */
export async function askAddress(
  call: GiftCall,
  typed: Typed = {},
  problems: readonly FieldError[] = [],
): Promise<FastifyReply> {
  if (!isSettled(call.visit)) return goTo(call, call.ways.to())
  if (!isPosted(call.visit)) return goTo(call, call.ways.to('review'))
  const { tongue, ways, visit, origin } = call
  const page = addressPage(tongue, ways, visit, await formOf(call, typed, problems), origin)
  return show(call, page, byForm(call, { id: 'address', page: 'address', enter: 'review' }))
}

/** The same for a gift that was confirmed; only the recipient's own browser gets the form. */
export async function askAgain(
  call: GiftCall,
  typed: Typed = { ...call.visit.shipping_address },
  problems: readonly FieldError[] = [],
): Promise<FastifyReply> {
  const { tongue, ways, visit } = call
  if (!mayChangeAddress(call)) return goTo(call, ways.to())
  if (!call.isRecipient) return show(call, provePage(tongue, ways, visit), byLink(call, 'problem'))
  const page = fixPage(tongue, ways, visit, await formOf(call, typed, problems))
  return show(call, page, byForm(call, { id: 'address', page: 'problem', enter: 'save' }))
}

async function formOf(
  call: GiftCall,
  typed: Typed,
  problems: readonly FieldError[],
): Promise<AddressForm> {
  const { wishes, tongue, visit } = call
  const probable = probableCountry(wishes, tongue.language)
  const guess = isCountry(probable) ? probable : 'US'
  const country = isCountry(typed.country) ? typed.country : guess
  // a browser may ask for a language that the pages do not have
  const nameLocale = tongue.language === 'ja' ? 'ja' : (wishes[0] ?? tongue.language)
  const known = typed.name === undefined ? { name: fullName(visit, nameLocale) } : {}
  return {
    typed: { ...known, ...typed, country },
    problems,
    asksPhone: (typed.phone ?? '') !== '' || (await crossesBorder(call, country)),
  }
}

/** Whether nothing of it lies in that country: then there is customs, and a carrier that may call. */
async function crossesBorder({ desk, opened, visit }: GiftCall, country: string): Promise<boolean> {
  const ids = chosenOf(visit).map(({ variant_id }) => variant_id)
  const stock = await readTransaction(desk.db, opened.account_id, (ctx) =>
    catalogue.stockByVariant(ctx, ids),
  )
  return ![...stock.values()].flat().some(({ warehouse }) => warehouse.country === country)
}

export function review(call: GiftCall, address: Typed | undefined): FastifyReply {
  const { tongue, ways, visit, origin } = call
  const page = reviewPage(tongue, ways, visit, address, origin)
  return address === undefined
    ? show(call, page, byItself(call))
    : show(
        call,
        page,
        byForm(call, { id: 'review', page: 'address', enter: 'redeem', value: 'review' }),
      )
}

export interface Look {
  isDone?: boolean
  mending?: Tracking['mending']
  note?: Partial<Note>
}

/** Where it is, with the box for thanks. */
export function track(call: GiftCall, { isDone = false, mending, note }: Look = {}): FastifyReply {
  const { tongue, ways, visit, parcels, origin, now } = call
  const mayChange = visit.thanks !== null && now <= visit.thanks.changeable_until
  const { isRecipient } = call
  const tracking = { origin, parcels, isDone, isRecipient, mending, note: { ...note, mayChange } }
  const isOver = visit.status === 'cancelled'
  const hasForm = !isOver && (visit.thanks === null || note?.isChanging === true)
  return show(
    call,
    trackPage(tongue, ways, visit, tracking),
    hasForm ? byForm(call, { id: 'note', page: 'thanks', enter: 'send' }) : byItself(call),
  )
}

export const askDecline = (call: GiftCall, reason = ''): FastifyReply =>
  show(
    call,
    declinePage(call.tongue, call.ways, call.visit, reason),
    byForm(call, { id: 'decline', page: 'decline', enter: 'decline' }),
  )
