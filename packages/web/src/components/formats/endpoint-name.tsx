import { Text } from '@mantine/core'
import { Fragment } from 'react'

interface NamedEndpoint {
  description: string
  url: string
}

/**
 * Shortens a URL to a text such as 'localhost:3391/hooks/crm'. The result distinguishes endpoints of one
 * host. It omits the query, which may contain secrets.
 */
export function shortEndpointUrl(url: string): string {
  if (!URL.canParse(url)) return url
  const { host, pathname } = new URL(url)
  return `${host}${pathname === '/' ? '' : pathname}`
}

/** Returns the description of an endpoint, or its URL if it has no description. */
export const endpointName = ({ description, url }: NamedEndpoint): string =>
  description || shortEndpointUrl(url)

/** A URL with line breaks after its slashes where the line is too short. */
export const BreakableUrl = ({ url }: { url: string }) => (
  <span className="breakable">
    {url.split(/(?<=[^/]\/)(?!\/)/).map((part, at, parts) => (
      <Fragment key={parts.slice(0, at + 1).join('')}>
        {at > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </span>
)

/** The name of an endpoint with its URL below. */
export const EndpointName = ({ description, url }: NamedEndpoint) => {
  const shortUrl = <BreakableUrl url={shortEndpointUrl(url)} />
  if (description === '') return shortUrl
  return (
    <>
      {description}
      <Text size="xs" c="dimmed" fw={400} className="mono" style={{ whiteSpace: 'normal' }}>
        {shortUrl}
      </Text>
    </>
  )
}
