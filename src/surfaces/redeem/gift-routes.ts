import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '#contract'
import * as gifting from '#gifting'
import {
  redeem,
  saveAddress,
  saveChoice,
  showAddress,
  showChoices,
  showReview,
} from './address-routes.ts'
import { type Call, callOf, type Desk, frameFor, goTo, tongueFor } from './desk.ts'
import { pastPage, unknownPage } from './ended-page.ts'
import { act, byLink, type GiftCall, meet } from './gift-call.ts'
import { askAgain, askDecline, firstPage, isChoosing, track } from './gift-pages.ts'
import { countMiss } from './guard.ts'
import { askToVerify, changeAddress, requestLink, showChanged, verify } from './recipient-routes.ts'
import { sendSheet } from './sheet.ts'
import { longestNote, starterBy } from './thanks.ts'

type Request = FastifyRequest<{ Params: { code: string } }>
type Answer = (call: GiftCall) => FastifyReply | Promise<FastifyReply>

/** The pages of one gift. What a GET shows it only reads; whatever changes something is a POST. */
export function giftRoutes(app: FastifyInstance, desk: Desk): void {
  const gift = (answer: Answer) => async (request: Request, reply: FastifyReply) => {
    const call = callOf(request, reply, '/r')
    const met = await meet(desk, call)
    if (met !== undefined) return answer(met)
    const past = await gifting.findPastLink(desk.db, call.code)
    if (past !== undefined) return showPast(desk, call, past)
    await countMiss(desk, request.ip)
    const frame = frameFor(desk, tongueFor(desk, call), undefined, byLink(call))
    return sendSheet(reply, frame, unknownPage(frame.tongue))
  }
  const only = (isNow: (call: GiftCall) => boolean, answer: Answer) =>
    gift((call) => (isNow(call) ? answer(call) : goTo(call, call.ways.to())))

  app.get('/r/:code', gift(firstPage))
  app.get(
    '/r/:code/*',
    gift((call) => goTo(call, call.ways.to())),
  )
  app.get('/r/:code/unwrapped', only(isOpened, showChoices))
  app.get('/r/:code/address', only(isOpened, showAddress))
  app.get('/r/:code/review', only(isOpened, showReview))
  app.get(
    '/r/:code/done',
    only(isRedeemed, (call) => track(call, { isDone: true })),
  )
  app.get('/r/:code/mended', only(isRedeemed, showChanged))
  app.get(
    '/r/:code/unmended',
    only(isRedeemed, (call) => track(call, { mending: 'late' })),
  )
  app.get(
    '/r/:code/thanks',
    only(isRedeemed, (call) => track(call, { note: { isChanging: true } })),
  )
  app.get(
    '/r/:code/problem',
    only(isRedeemed, (call) => askAgain(call)),
  )
  app.get(
    '/r/:code/decline',
    only(isChoosing, (call) => askDecline(call)),
  )

  app.post('/r/:code/open', gift(open))
  app.post('/r/:code/choose', only(isChoosing, saveChoice))
  app.post('/r/:code/address', only(isChoosing, saveAddress))
  app.post('/r/:code/redeem', gift(redeem))
  app.post('/r/:code/thanks', only(isRedeemed, thank))
  app.post('/r/:code/problem', only(isRedeemed, changeAddress))
  app.get('/r/:code/verify', only(isRedeemed, askToVerify))
  app.post('/r/:code/verify', only(isRedeemed, verify))
  app.post('/r/:code/link', only(isRedeemed, requestLink))
  app.post('/r/:code/decline', only(isChoosing, decline))
  app.post(
    '/r/:code/undecline',
    gift((call) => done(call, () => act(call, gifting.withdrawDecline), '?notice=undeclined')),
  )
  app.post('/r/:code/ask', gift(askSender))
  app.post(
    '/r/:code/language',
    gift((call) => done(call, () => act(call, async () => undefined))),
  )
}

/** The link of a gift whose details were deleted. */
function showPast(desk: Desk, call: Call, past: gifting.PastLink): FastifyReply {
  const frame = frameFor(desk, tongueFor(desk, call), undefined, byLink(call))
  return sendSheet(call.reply, frame, pastPage(frame.tongue, past))
}

const isOpened = (call: GiftCall) => isChoosing(call) && call.visit.opened_at !== null

const isRedeemed = ({ visit }: GiftCall) =>
  visit.line_items !== null && visit.status !== 'submitted' && visit.status !== 'cancelled'

/** Does it, and shows the link's page. What came too late changes nothing, and that page says why. */
async function done(
  call: GiftCall,
  run: () => Promise<unknown>,
  page?: string,
  otherwise?: string,
) {
  try {
    await run()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'invalid_transition') throw error
    return goTo(call, call.ways.to(otherwise))
  }
  return goTo(call, call.ways.to(page))
}

const open: Answer = (call) =>
  isChoosing(call)
    ? done(call, () => act(call, gifting.markOpened), 'unwrapped')
    : goTo(call, call.ways.to())

async function thank(call: GiftCall): Promise<FastifyReply> {
  const { form, tongue, ways } = call
  const text = form.get('text') ?? ''
  const starter = starterBy(tongue, form.get('starter'))
  if (starter !== undefined || form.get('do') === 'show') {
    if (call.asked !== undefined) await act(call, async () => undefined)
    const isThere = starter !== undefined && text.endsWith(starter)
    const begun = [text, isThere ? '' : (starter ?? '')].filter((part) => part !== '').join(' ')
    return track(call, { note: { isChanging: true, text: begun } })
  }
  const again = (error: string) => track(call, { note: { isChanging: true, text, error } })
  if (text === '') return again(tongue.say('error.required'))
  if ([...text].length > longestNote) return again(tongue.say('error.tooLong'))
  try {
    await act(call, (ctx, id) => gifting.saveThankYouNote(ctx, id, { text }))
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'invalid_transition') throw error
    return track(call, { note: { error: tongue.say('thank.late') } })
  }
  return goTo(call, `${ways.to()}#thanks`)
}

const decline: Answer = (call) => {
  const reason = call.form.get('reason') ?? ''
  if (call.form.get('do') === 'show') return askDecline(call, reason)
  return done(call, () =>
    act(call, (ctx, id) => gifting.decline(ctx, id, { reason: short(reason) })),
  )
}

const askSender: Answer = (call) => {
  const text = short(call.form.get('text') ?? '')
  return done(call, () => act(call, (ctx, id) => gifting.requestRenewal(ctx, id, { text })))
}

const short = (text: string) => [...text].slice(0, 500).join('')
