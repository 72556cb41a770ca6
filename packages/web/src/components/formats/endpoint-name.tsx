import { Text } from '@mantine/core'
import { Fragment } from 'react'

interface NamedEndpoint {
  description: string
  url: string
}

/**
 * 'localhost:3391/hooks/crm': distinguishes endpoints of one host and omits the query, which may contain
 * secrets.
 */
export function shortEndpointUrl(url: string): string {
  if (!URL.canParse(url)) return url
  const { host, pathname } = new URL(url)
  return `${host}${pathname === '/' ? '' : pathname}`
}

/** The description of an endpoint, or its URL if it has none. */
export const endpointName = ({ description, url }: NamedEndpoint): string =>
  description || shortEndpointUrl(url)

/** A URL that breaks after a slash where it does not fit. */
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
