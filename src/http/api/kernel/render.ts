import type { FastifyRequest } from 'fastify'
import { ApiError, type GiftRequestView, type ResourceType } from '#contract'
import type { Operation } from '#contract/operation'
import type { Deployment } from '#platform/deployment'
import { appendAppMembers } from './app-members.ts'
import { etagTextOf } from './etag.ts'
import { nextPageUrl, renderPage, renderWhole, type SortedPage } from './pagination.ts'
import type { RequestContext, TextResponse } from './route.ts'

/** The result of an operation: a resource, all resources of a list, or a page of resources. */
export type View = object | readonly object[] | SortedPage<{ id: string }>

/**
 * Renders the result of an operation in the format of its first declared response. If the result is
 * undefined, the response is `not_found`.
 */
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
  if (shape === 'many') return { status, body: await renderMany(context, type, view) }
  const text = renderOne(context, type, view)
  const { request } = context
  return {
    status,
    body: appendAppMembers(request, view, text),
    etagText: etagTextOf(request, view, () => text),
  }
}

function renderOne(context: RequestContext, type: ResourceType, view: View): string {
  const { version } = context.request
  if (type === 'gift_requests') return version.renderGiftRequest(view as GiftRequestView)
  const owner = 'id' in view ? undefined : ownerOf(context)
  return version.renderResource(type, JSON.stringify(view), owner)
}

/**
 * Returns the id of the owner of a resource that has no id of its own. The owner is the resource in the path,
 * or else the account.
 */
const ownerOf = ({ params, request }: RequestContext<Operation & { path: '{id}' }>): string =>
  params.id ?? request.grant.account_id

async function renderMany(
  { request, deps }: RequestContext,
  type: ResourceType,
  view: View,
): Promise<string> {
  const { deployment } = deps.db
  if (Array.isArray(view)) return renderWhole(request, type, view)
  const page = view as SortedPage<{ id: string }>
  return type === 'gift_requests'
    ? renderGiftPage(deployment, request, page as SortedPage<GiftRequestView>)
    : renderPage(deployment, request, type, page)
}

/** Renders a page of gift requests. This page needs no limit of its bytes, because it is small enough. */
export function renderGiftPage(
  deployment: Deployment,
  request: FastifyRequest,
  page: SortedPage<GiftRequestView>,
): string | Promise<string> {
  const { version, grant } = request
  if (grant.user !== undefined)
    return renderPage(deployment, request, 'gift_requests', page, version.renderGiftRequest)
  const { data, has_more } = page
  return version.renderGiftRequests(data, {
    has_more,
    next: nextPageUrl(deployment, request, has_more ? data.at(-1)?.id : undefined),
  })
}
