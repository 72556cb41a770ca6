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
import { sendCalendar } from './calendar-route.ts'
import { showSwap, swap } from './change-routes.ts'
import {
  isServedHere,
  layoutFor,
  localizerFor,
  type PageDeps,
  type PageRequest,
  parseRequest,
  redirect,
} from './context.ts'
import { downloadFile, revealItem } from './digital-routes.ts'
import {
  findLink,
  type GiftContext,
  type LinkContext,
  loadGift,
  runForRecipient,
  viaLink,
} from './gift-context.ts'
import {
  canChoose,
  showAddressCorrection,
  showDeclineForm,
  showGift,
  showTracking,
} from './gift-views.ts'
import { sendGiftMedia, showCard } from './greeting-routes.ts'
import { showHelp } from './help-routes.ts'
import { sendPage } from './pages/layout.ts'
import { purgedPage } from './pages/status-pages.ts'
import { maxNoteLength, noteTemplate } from './pages/thank-you-form.ts'
import {
  changeAddress,
  requestLink,
  showAddressChanged,
  showVerification,
  verify,
} from './recipient-routes.ts'

import { replyToWrongLink } from './unclean-links.ts'

type Request = FastifyRequest<{ Params: { code: string } }>
type GiftHandler = (context: GiftContext) => FastifyReply | Promise<FastifyReply>

/** Registers the pages of one gift. A GET request only reads data. Every change is a POST request. */
export function giftRoutes(app: FastifyInstance, deps: PageDeps): void {
  const guards = createGuards(deps)
  pageRoutes(app, guards)
  changeRoutes(app, guards)
}

type Guards = ReturnType<typeof createGuards>

function createGuards(deps: PageDeps) {
  /**
   * Creates a handler that loads the gift of the link. If there is no gift, the handler shows another page.
   */
  const withGift = (handler: GiftHandler) => async (request: Request, reply: FastifyReply) => {
    const pageRequest = parseRequest(request, reply, '/r')
    const context = await loadGift(deps, pageRequest)
    return context === undefined ? showNoGift(pageRequest) : handler(context)
  }
  /** Creates a handler that finds the link but does not load the gift. */
  const withLink =
    (handler: (context: LinkContext) => Promise<FastifyReply | undefined>) =>
    async (request: Request, reply: FastifyReply) => {
      const pageRequest = parseRequest(request, reply, '/r')
      const context = await findLink(deps, pageRequest)
      return (context && (await handler(context))) ?? showNoGift(pageRequest)
    }
  const showNoGift = async (pageRequest: PageRequest) => {
    const { request, code } = pageRequest
    const isHere = (link: { account_id: string } | undefined) =>
      link !== undefined && isServedHere(deps, request, link)
    const pastLink = await gifting.findPastLink(deps.db, code)
    if (pastLink && isHere(pastLink)) return showPurged(deps, pageRequest, pastLink)
    return replyToWrongLink(
      deps,
      pageRequest,
      async (code) =>
        isHere(await gifting.findByLink(deps.db, code)) ||
        isHere(await gifting.findPastLink(deps.db, code)),
    )
  }
  /**
   * Creates a handler for gifts that fulfil a condition. For all other gifts, it redirects to the page of the
   * gift.
   */
  const when = (condition: (context: GiftContext) => boolean, handler: GiftHandler) =>
    withGift((context) =>
      condition(context) ? handler(context) : redirect(context, context.urls.to()),
    )
  return { withGift, withLink, when }
}

function pageRoutes(app: FastifyInstance, { withGift, when }: Guards): void {
  app.get('/r/:code', withGift(showGift))
  app.get(
    '/r/:code/*',
    withGift((context) => redirect(context, context.urls.to())),
  )
  app.get('/r/:code/calendar.ics', when(canChoose, sendCalendar))
  app.get('/r/:code/unwrapped', when(isOpened, showChoices))
  app.get('/r/:code/address', when(isOpened, showAddress))
  app.get('/r/:code/review', when(isOpened, showReview))
  app.get(
    '/r/:code/done',
    when(isRedeemed, (context) => showTracking(context, { isDone: true })),
  )
  app.get('/r/:code/address-changed', when(isRedeemed, showAddressChanged))
  app.get(
    '/r/:code/address-not-changed',
    when(isRedeemed, (context) => showTracking(context, { addressChange: 'late' })),
  )
  app.get(
    '/r/:code/thanks',
    when(isRedeemed, (context) => showTracking(context, { note: { isChanging: true } })),
  )
  app.get(
    '/r/:code/problem',
    when(isRedeemed, (context) => showAddressCorrection(context)),
  )
  app.get('/r/:code/help', when(isConfirmed, showHelp))
  app.get('/r/:code/change', when(isRedeemed, showSwap))
  app.get(
    '/r/:code/decline',
    when(canChoose, (context) => showDeclineForm(context)),
  )
  app.get('/r/:code/verify', when(isConfirmed, showVerification))
  app.get('/r/:code/card', when(hasOpenPage, showCard))
  app.get('/r/:code/media', when(hasOpenPage, sendGiftMedia))
}

function changeRoutes(app: FastifyInstance, { withGift, withLink, when }: Guards): void {
  app.post('/r/:code/open', withGift(openGift))
  app.post('/r/:code/choose', when(canChoose, saveChoice))
  app.post('/r/:code/address', when(canChoose, saveAddress))
  app.post('/r/:code/redeem', withLink(redeem))
  app.post('/r/:code/thanks', when(isRedeemed, saveNote))
  app.post('/r/:code/reaction', when(isRedeemed, react))
  app.post('/r/:code/problem', when(isRedeemed, changeAddress))
  app.post('/r/:code/change', when(isRedeemed, swap))
  app.post('/r/:code/verify', when(isConfirmed, verify))
  app.post('/r/:code/link', when(isConfirmed, requestLink))
  app.post('/r/:code/reveal', when(isRedeemed, revealItem))
  app.post('/r/:code/download', when(isRedeemed, downloadFile))
  app.post('/r/:code/decline', when(canChoose, decline))
  app.post(
    '/r/:code/undecline',
    withGift((context) =>
      runAndRedirect(
        context,
        () => runForRecipient(context, gifting.withdrawDecline),
        '?notice=undeclined',
      ),
    ),
  )
  app.post('/r/:code/request-renewal', withGift(requestRenewal))
  app.post(
    '/r/:code/language',
    withGift((context) =>
      runAndRedirect(context, () => runForRecipient(context, async () => undefined)),
    ),
  )
}

/** Shows the page of a gift whose details were deleted. */
function showPurged(
  deps: PageDeps,
  pageRequest: PageRequest,
  pastLink: gifting.PastLink,
): FastifyReply {
  const layout = layoutFor(deps, localizerFor(deps, pageRequest), undefined, viaLink(pageRequest))
  return sendPage(pageRequest.reply, layout, purgedPage(layout.localizer, pastLink))
}

const isOpened = (context: GiftContext) => canChoose(context) && context.gift.opened_at !== null

const isRedeemed = ({ gift }: GiftContext) =>
  gift.line_items !== null && gift.status !== 'submitted' && gift.status !== 'cancelled'

/**
 * Returns whether the recipient can report a problem. This is possible for a redeemed gift, also after a
 * parcel was lost.
 */
const isConfirmed = ({ gift }: GiftContext) => gifting.canReport(gift)
/** Returns whether a page of the gift shows the message of the sender. */
const hasOpenPage = (context: GiftContext) => canChoose(context) || isRedeemed(context)

/**
 * Runs a change and redirects to a page of the gift. If the change comes too late, it has no effect, and the
 * page shows the current state.
 */
async function runAndRedirect(
  context: GiftContext,
  run: () => Promise<unknown>,
  page?: string,
  pageOnConflict?: string,
  anchor = '',
) {
  try {
    await run()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'invalid_transition') throw error
    return redirect(context, context.urls.to(pageOnConflict))
  }
  return redirect(context, `${context.urls.to(page)}${anchor}`)
}

const openGift: GiftHandler = (context) =>
  canChoose(context)
    ? runAndRedirect(context, () => runForRecipient(context, gifting.markOpened), 'unwrapped')
    : redirect(context, context.urls.to())

/**
 * Saves the note to the sender. The note speaks in the name of the recipient, so this needs the recipient
 * proof.
 */
async function saveNote(context: GiftContext): Promise<FastifyReply> {
  const { form, localizer, urls } = context
  if (!context.isRecipient) return redirect(context, `${urls.to()}#thanks`)
  const text = form.get('text') ?? ''
  const starter = noteTemplate(localizer, form.get('starter'))
  if (starter !== undefined || form.get('do') === 'show') {
    if (context.requestedLanguage !== undefined)
      await runForRecipient(context, async () => undefined)
    const isPresent = starter !== undefined && text.endsWith(starter)
    const newText = [text, isPresent ? '' : (starter ?? '')].filter((part) => part !== '').join(' ')
    return showTracking(context, { note: { isChanging: true, text: newText } })
  }
  const showError = (error: string) =>
    showTracking(context, { note: { isChanging: true, text, error } })
  const label = localizer.t('thank.label', { sender: context.gift.sender.name })
  if (text === '') return showError(localizer.t('error.required', { label }))
  if ([...text].length > maxNoteLength)
    return showError(localizer.t('error.tooLong', { count: maxNoteLength }))
  try {
    await runForRecipient(context, (ctx, id) => gifting.saveThankYouNote(ctx, id, { text }))
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'invalid_transition') throw error
    return showTracking(context, { note: { error: localizer.t('thank.late') } })
  }
  return redirect(context, `${urls.to()}#thanks`)
}

const react: GiftHandler = (context) => {
  const reaction = context.form.get('reaction')
  if (!context.isRecipient) return redirect(context, `${context.urls.to()}#reactions`)
  if (!gifting.isReaction(reaction)) return redirect(context, context.urls.to())
  const save = () => runForRecipient(context, (ctx, id) => gifting.saveReaction(ctx, id, reaction))
  return runAndRedirect(context, save, undefined, undefined, '#reactions')
}

const decline: GiftHandler = (context) => {
  const reason = context.form.get('reason') ?? ''
  if (context.form.get('do') === 'show') return showDeclineForm(context, reason)
  return runAndRedirect(context, () =>
    runForRecipient(context, (ctx, id) => gifting.decline(ctx, id, { reason: truncate(reason) })),
  )
}

const requestRenewal: GiftHandler = (context) => {
  const text = truncate(context.form.get('text') ?? '')
  return runAndRedirect(context, () =>
    runForRecipient(context, (ctx, id) => gifting.requestRenewal(ctx, id, { text })),
  )
}

const truncate = (text: string) => [...text].slice(0, 500).join('')
