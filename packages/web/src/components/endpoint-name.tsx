import { Text } from '@mantine/core'

interface NamedEndpoint {
  description: string
  url: string
}

/** 'localhost:3391/hooks/crm': tells endpoints of one host apart, without what may be secret in a query. */
export function shortEndpointUrl(url: string): string {
  if (!URL.canParse(url)) return url
  const { host, pathname } = new URL(url)
  return `${host}${pathname === '/' ? '' : pathname}`
}

/** What people call an endpoint, or its address where they have called it nothing. */
export const endpointName = ({ description, url }: NamedEndpoint): string =>
  description || shortEndpointUrl(url)

/** The name of an endpoint, and its address below. */
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
