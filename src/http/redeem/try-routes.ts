import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { continueFromAddress, showAddress, showChoices, showReview } from './address-routes.ts'
import { layoutFor, localizerFor, type PageDeps, parseRequest, redirect } from './context.ts'
import { atDestination, isPlaceChosen } from './destination.ts'
import { recordMiss } from './error-handler.ts'
import { sendGiftPage, viaLink } from './gift-context.ts'
import { showTracking } from './gift-views.ts'
import { sendMedia, showCard } from './greeting-routes.ts'
import { sendPage } from './pages/layout.ts'
import { isSelectionComplete, minimumAge } from './pages/selection-state.ts'
import { errorPage } from './pages/status-pages.ts'
import { unwrapPage } from './pages/unwrap-page.ts'
import { parseChoice } from './parse-choice.ts'
import { saveDraftAndRedirect } from './save-draft.ts'
import { loadTriedGift, type Stage, type TryContext, urlsAt } from './try-context.ts'

/*
 * The pages of a campaign on which its sender goes the whole way of a recipient, from the wrapped box to the confirmation,
 * and stores nothing: `/try/{code}`. What would change something leads back with a notice.
 */

type Request = FastifyRequest<{ Params: { code: string } }>
type TryHandler = (context: TryContext) => FastifyReply | Promise<FastifyReply>

/** Registers the pages on which a sender tries a campaign. They only read. */
export function tryRoutes(app: FastifyInstance, deps: PageDeps): void {
  const at =
    (stage: Stage | undefined, handler: TryHandler) =>
    async (request: Request, reply: FastifyReply) => {
      const pageRequest = parseRequest(request, reply, '/try')
      const context = await loadTriedGift(deps, pageRequest, stage ?? parseStage(request))
      return context === undefined ? showEnded(deps, request, reply) : handler(context)
    }
  app.get('/try/:code', at('wrapped', showWrapped))
  app.post('/try/:code/open', at('unwrapped', toFirstPage))
  app.get('/try/:code/unwrapped', at('unwrapped', showChoices))
  app.post('/try/:code/choose', at('unwrapped', continueFromChoice))
  app.get('/try/:code/address', at('unwrapped', showAddress))
  app.post('/try/:code/address', at('unwrapped', continueFromAddress))
  app.get('/try/:code/review', at('unwrapped', showReview))
  app.post('/try/:code/redeem', at('unwrapped', confirm))
  app.get(
    '/try/:code/done',
    at('done', (context) => showTracking(context, { isDone: true })),
  )
  app.get('/try/:code/card', at(undefined, showCard))
  app.get(
    '/try/:code/media',
    at(undefined, ({ deps, reply, gift }) =>
      sendMedia(deps.db, reply, gift.account_id, gift.greeting.media),
    ),
  )
  app.post('/try/:code/language', at(undefined, toFirstPage))
  app.get('/try/:code/*', at(undefined, refuse))
  app.post('/try/:code/*', at(undefined, refuse))
}

const parseStage = ({ query }: Request): Stage => {
  const { at } = (query ?? {}) as { at?: unknown }
  return at === 'unwrapped' || at === 'done' ? at : 'wrapped'
}

/** Shows the wrapped gift. A gift that is sent without a choice has no wrapped box. */
const showWrapped: TryHandler = (context) => {
  const { gift, localizer, urls } = context
  return gift.is_direct
    ? showTracking(context)
    : sendGiftPage(context, unwrapPage(localizer, urls, gift), viaLink(context))
}

const toFirstPage: TryHandler = (context) => redirect(context, context.urls.to())

/** Leads back from a page that exists for a real gift only. The notice there says so. */
const refuse: TryHandler = (context) =>
  redirect(context, context.urls.withQuery({ inactive: '1' }).to())

const continueFromChoice: TryHandler = (context) => {
  const { typed, page, saved } = parseChoice(context)
  const { request, reply } = context
  const { urls } = parseRequest(request as Request, reply, '/try')
  const chosen = saved ?? context.gift.chosen
  const next = { ...context, ...urlsAt({ ...context, urls }, 'unwrapped', chosen) }
  return isPlaceChosen(context)
    ? saveDraftAndRedirect(next, typed, page)
    : redirect(next, next.urls.to(page))
}

const confirm: TryHandler = (context) => {
  const { gift, form, urls } = context
  if (!isSelectionComplete(atDestination(context))) return redirect(context, urls.to())
  if (minimumAge(gift) > 0 && form.get('age') === undefined)
    return redirect(context, urls.to('review?check=age'))
  return redirect(context, urls.to('done'))
}

/** Says that a link has ended. An unknown code gets the same page, and counts as a miss. */
async function showEnded(
  deps: PageDeps,
  request: Request,
  reply: FastifyReply,
): Promise<FastifyReply> {
  await recordMiss(deps, request.ip)
  const pageRequest = parseRequest(request, reply, '/try')
  const localizer = localizerFor(deps, pageRequest)
  const layout = layoutFor(deps, localizer, undefined, viaLink(pageRequest))
  const { t } = localizer
  return sendPage(
    reply,
    layout,
    errorPage(localizer, t('preview.ended'), t('preview.endedLead'), { status: 404 }),
  )
}
