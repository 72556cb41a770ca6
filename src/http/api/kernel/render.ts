import type { FastifyRequest } from 'fastify'
import { ApiError, type GiftRequestView, type Paginated, type ResourceType } from '#contract'
import type { Operation } from '#contract/operation'
import type { Deployment } from '#platform/deployment'
import { nextPageUrl, renderPage, renderWhole } from './pagination.ts'
import type { RequestContext, TextResponse } from './route.ts'

/** A resource, all resources of a list, or a page of resources. */
export type View = object | readonly object[] | Paginated<{ id: string }>

/** Renders a view as the first response of the operation declares it. Undefined is `not_found`. */
export async function renderView(
  { responses }: Operation,
  context: RequestContext,
  view: View | undefined,
): Promise<TextResponse> {
  if (view === undefined) throw new ApiError('not_found')
  const [response] = responses
  if (response === undefined || response.shape === 'text') throw new Error('a view has no resource')
  const { shape, type } = response
  const status = context.isDryRun ? 200 : response.status
  const render = shape === 'one' ? renderOne : renderMany
  return { status, body: await render(context, type, view) }
}

function renderOne(context: RequestContext, type: ResourceType, view: View): string {
  const { version } = context.request
  if (type === 'gift_requests') return version.renderGiftRequest(view as GiftRequestView)
  const owner = 'id' in view ? undefined : ownerOf(context)
  return version.renderResource(type, JSON.stringify(view), owner)
}

/** A resource without an id belongs to the resource in the path, or to the account. */
const ownerOf = ({ params, request }: RequestContext<Operation & { path: '{id}' }>): string =>
  params.id ?? request.caller.account_id

async function renderMany(
  { request, deps }: RequestContext,
  type: ResourceType,
  view: View,
): Promise<string> {
  const { deployment } = deps.db
  if (Array.isArray(view)) return renderWhole(request, type, view)
  const page = view as Paginated<{ id: string }>
  return type === 'gift_requests'
    ? renderGiftPage(deployment, request, page as Paginated<GiftRequestView>)
    : renderPage(deployment, request, type, page)
}

/** The gift requests of a page are small enough without a limit of its bytes. */
export const renderGiftPage = (
  deployment: Deployment,
  request: FastifyRequest,
  { data, has_more }: Paginated<GiftRequestView>,
): string =>
  request.version.renderGiftRequests(data, {
    has_more,
    next: nextPageUrl(deployment, request, has_more ? data.at(-1)?.id : undefined),
  })
