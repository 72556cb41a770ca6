import type { FastifyRequest } from 'fastify'
import { type Listed, type ResourceType, versions } from '#contract'

/** The path and query of the page after this one; null when there is none. */
export function nextPage({ url }: FastifyRequest, last: string | undefined): string | null {
  if (last === undefined) return null
  const { pathname, searchParams } = new URL(url, 'http://here')
  searchParams.set('after', last)
  return `${pathname}?${searchParams}`
}

/** A page of resources in the version of the request. */
export const renderPage = (
  request: FastifyRequest,
  type: ResourceType,
  { data, has_more }: Listed<{ id: string }>,
): string =>
  versions[request.apiVersion].many(
    type,
    data.map((each) => JSON.stringify(each)),
    { has_more, next: nextPage(request, has_more ? data.at(-1)?.id : undefined) },
  )
