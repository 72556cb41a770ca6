import { Text } from '@mantine/core'

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

/** The name of an endpoint with its URL below. */
export const EndpointName = ({ description, url }: NamedEndpoint) => (
  <>
    {endpointName({ description, url })}
    {description !== '' && (
      <Text size="xs" c="dimmed" fw={400} className="mono" style={{ whiteSpace: 'normal' }}>
        {shortEndpointUrl(url)}
      </Text>
    )}
  </>
)
