import type { FastifyRequest } from 'fastify'
import type { Paginated, ResourceType } from '#contract'
import type { TxContext } from '#platform/postgres/database'

type DeploymentContext = Pick<TxContext, 'deployment'>

/** Returns the URL of the next page, or null after the last page. */
export function nextPageUrl(
  { deployment }: DeploymentContext,
  { url }: FastifyRequest,
  lastId: string | undefined,
): string | null {
  if (lastId === undefined) return null
  const next = new URL(deployment.origin + url)
  next.searchParams.set('after', lastId)
  return next.href
}

/** Renders a page of resources in the version of the request. */
export const renderPage = (
  ctx: DeploymentContext,
  request: FastifyRequest,
  type: ResourceType,
  { data, has_more }: Paginated<{ id: string }>,
): string =>
  request.version.renderList(
    type,
    data.map((each) => JSON.stringify(each)),
    { has_more, next: nextPageUrl(ctx, request, has_more ? data.at(-1)?.id : undefined) },
  )
