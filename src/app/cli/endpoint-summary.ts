import type * as webhooks from '#webhooks'
import { formatPairs } from './output.ts'

/** Returns the properties that the commands print. Leaves out secrets. */
export const summarize = (endpoint: webhooks.Endpoint) => ({
  id: endpoint.id,
  url: endpoint.url,
  events: endpoint.events,
  payload_version: endpoint.payload_version,
  enabled: endpoint.enabled,
  header_names: endpoint.header_names,
  max_per_second: endpoint.max_per_second,
  filter: endpoint.filter,
  ordered: endpoint.ordered,
  public_key: endpoint.public_key,
  ca_expires_at: endpoint.ca_expires_at,
  client_certificate_expires_at: endpoint.client_certificate_expires_at,
})

/** Formats an endpoint with one line for each setting. Leaves out settings without a value. */
export const formatEndpoint = ({ events, header_names, ...rest }: ReturnType<typeof summarize>) =>
  formatPairs(
    Object.fromEntries(
      Object.entries({
        ...rest,
        events: events.join(', '),
        header_names: header_names.join(', '),
      }).flatMap(([name, value]) =>
        value === null || value === ''
          ? []
          : [[name, value instanceof Date ? value.toISOString() : value]],
      ),
    ),
  )
