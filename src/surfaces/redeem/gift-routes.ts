import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Problem, Refusal } from '#contract'
import * as fulfilment from '#fulfilment'
import * as gifting from '#gifting'
import { addressFrom, inOrder, problemsIn, type Typed, typedIn } from './address.ts'
import { callOf, type Desk, frameFor, goTo, tongueFor } from './desk.ts'
import { unknownPage } from './ended-page.ts'
import { allIn } from './form.ts'
import { act, byLink, type GiftCall, meet } from './gift-call.ts'
import {
  askAddress,
  askAgain,
  askDecline,
  choose,
  firstPage,
  isChoosing,
  review,
  track,
} from './gift-pages.ts'
import { countMiss } from './guard.ts'
import { isPosted, isSettled } from './offered.ts'
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
  app.get(
    '/r/:code/unwrapped',
    only(isOpened, (call) => choose(call, { isFresh: true })),
  )
  app.get(
    '/r/:code/address',
    only(isOpened, (call) => askAddress(call)),
  )
  app.get('/r/:code/review', only(isOpened, reviewWithout))
  app.get(
    '/r/:code/done',
    only(isRedeemed, (call) => track(call, { isDone: true })),
  )
  app.get(
    '/r/:code/mended',
    only(isRedeemed, (call) => track(call, { mending: 'done' })),
  )
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
  app.post('/r/:code/choose', only(isChoosing, keepChoice))
  app.post('/r/:code/address', only(isChoosing, readAddress))
  app.post('/r/:code/redeem', gift(redeem))
  app.post('/r/:code/thanks', only(isRedeemed, thank))
  app.post('/r/:code/problem', only(isRedeemed, mendAddress))
  app.post('/r/:code/decline', only(isChoosing, decline))
  app.post(
    '/r/:code/undecline',
    gift((call) => done(call, () => act(call, gifting.undecline))),
  )
  app.post('/r/:code/ask', gift(askSender))
  app.post(
    '/r/:code/language',
    gift((call) => done(call, () => act(call, async () => undefined))),
  )
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
    if (!(error instanceof Refusal) || error.code !== 'invalid_transition') throw error
    return goTo(call, call.ways.to(otherwise))
  }
  return goTo(call, call.ways.to(page))
}

const open: Answer = (call) =>
  isChoosing(call)
    ? done(call, () => act(call, gifting.open), 'unwrapped')
    : goTo(call, call.ways.to())

async function keepChoice(call: GiftCall): Promise<FastifyReply> {
  const { form, ways } = call
  const marked = allIn(form, 'variant')
  if (form.get('do') === 'show') {
    await act(call, async () => undefined)
    return choose(call, { isFresh: false, marked })
  }
  const offered = new Map(call.visit.items.map((item) => [item.variant_id, item]))
  const variant_ids = marked.filter((id) => offered.has(id))
  const chosen: GiftCall = { ...call, visit: { ...call.visit, chosen: variant_ids } }
  if (variant_ids.some((id) => offered.get(id)?.is_there === false))
    return choose(call, { isFresh: false, problem: 'out_of_stock', marked: [] })
  if (!isSettled(chosen.visit)) return choose(call, { isFresh: false, problem: 'required', marked })
  await act(call, async (work, id) => {
    await gifting.open(work, id) // who chooses has unwrapped, whatever the way here
    await gifting.choose(work, id, { variant_ids })
  })
  return goTo(call, ways.to(isPosted(chosen.visit) ? 'address' : 'review'))
}

const reviewWithout: Answer = (call) => {
  if (!isSettled(call.visit)) return goTo(call, call.ways.to())
  return isPosted(call.visit) ? goTo(call, call.ways.to('address')) : review(call, undefined)
}

/** Another country, another language, back from the review, or on to it. */
async function readAddress(call: GiftCall): Promise<FastifyReply> {
  const typed = typedIn(call.form)
  if (call.asked !== undefined) await act(call, async () => undefined)
  if (call.form.get('do') !== 'review') return askAddress(call, typed)
  if (!isSettled(call.visit) || !isPosted(call.visit)) return askAddress(call, typed)
  const problems = problemsIn(typed)
  return problems.length > 0 ? askAddress(call, typed, problems) : review(call, addressFrom(typed))
}

/** The one press that counts. A second tap finds it done and comes to the same page. */
async function redeem(call: GiftCall): Promise<FastifyReply> {
  const { form, visit } = call
  const typed = typedIn(form)
  const named = allIn(form, 'variant')
  const shipping_address = addressFrom(typed)
  const body = {
    variant_ids: named.length > 0 ? named : visit.chosen,
    ...(typed.line_1 === undefined ? {} : { shipping_address }),
  } as Parameters<typeof gifting.redeem>[2]
  try {
    return await done(call, () => act(call, (work, id) => gifting.redeem(work, id, body)), 'done')
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (!isChoosing(call)) return goTo(call, call.ways.to())
    return refusedRedemption(call, typed, error)
  }
}

function refusedRedemption(call: GiftCall, typed: Typed, refusal: Refusal) {
  const about = addressProblems(refusal)
  if (refusal.code === 'out_of_stock')
    return choose(call, { isFresh: false, problem: 'out_of_stock', marked: [] })
  if (refusal.problems.length > about.length)
    return choose(call, { isFresh: false, problem: 'required' })
  return askAddress(call, typed, inOrder(about, typed.country))
}

const addressProblems = ({ problems }: Refusal): Problem[] =>
  problems.flatMap((problem) => {
    const [, field] = /^shipping_address\.(\w+)$/.exec(problem.param) ?? []
    if (problem.param === 'shipping_address') return [{ ...problem, param: 'line_1' }]
    return field === undefined ? [] : [{ ...problem, param: field }]
  })

async function thank(call: GiftCall): Promise<FastifyReply> {
  const { form, tongue, ways } = call
  const text = form.get('text') ?? ''
  const starter = starterBy(tongue, form.get('starter'))
  if (starter !== undefined || form.get('do') === 'show') {
    if (call.asked !== undefined) await act(call, async () => undefined)
    const begun = [text, starter ?? ''].filter((part) => part !== '').join(' ')
    return track(call, { note: { isChanging: true, text: begun } })
  }
  const again = (error: string) => track(call, { note: { isChanging: true, text, error } })
  if (text === '') return again(tongue.say('error.required'))
  if ([...text].length > longestNote) return again(tongue.say('error.tooLong'))
  try {
    await act(call, (work, id) => gifting.thank(work, id, { text }))
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'invalid_transition') throw error
    return track(call, { note: { error: tongue.say('thank.late') } })
  }
  return goTo(call, `${ways.to()}#thanks`)
}

async function mendAddress(call: GiftCall): Promise<FastifyReply> {
  const typed = typedIn(call.form)
  if (call.form.get('do') !== 'save') {
    if (call.asked !== undefined) await act(call, async () => undefined)
    return askAgain(call, typed)
  }
  const problems = problemsIn(typed)
  if (problems.length > 0) return askAgain(call, typed, problems)
  const address = addressFrom(typed) as unknown as Parameters<typeof fulfilment.fixAddress>[2]
  return done(
    call,
    () => act(call, (work, id) => fulfilment.fixAddress(work, id, address)),
    'mended',
    'unmended',
  )
}

const decline: Answer = (call) => {
  const reason = call.form.get('reason') ?? ''
  if (call.form.get('do') === 'show') return askDecline(call, reason)
  return done(call, () =>
    act(call, (work, id) => gifting.decline(work, id, { reason: short(reason) })),
  )
}

const askSender: Answer = (call) => {
  const text = short(call.form.get('text') ?? '')
  return done(call, () => act(call, (work, id) => gifting.askSender(work, id, { text })))
}

const short = (text: string) => [...text].slice(0, 500).join('')
