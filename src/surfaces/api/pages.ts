import type { FastifyRequest } from 'fastify'
import type { Paginated, ResourceType } from '#contract'
import type { TxContext } from '#platform/postgres'

type Place = Pick<TxContext, 'deployment'>

/** The URL of the page after this one; null when there is none. */
export function nextPage(
  { deployment: installation }: Place,
  { url }: FastifyRequest,
  last: string | undefined,
): string | null {
  if (last === undefined) return null
  const next = new URL(installation.origin + url)
  next.searchParams.set('after', last)
  return next.href
}

/** A page of resources in the version of the request. */
export const renderPage = (
  place: Place,
  request: FastifyRequest,
  type: ResourceType,
  { data, has_more }: Paginated<{ id: string }>,
): string =>
  request.version.renderList(
    type,
    data.map((each) => JSON.stringify(each)),
    { has_more, next: nextPage(place, request, has_more ? data.at(-1)?.id : undefined) },
  )
