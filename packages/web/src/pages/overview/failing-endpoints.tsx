import { Text } from '@mantine/core'
import { IconWebhook } from '@tabler/icons-react'
import type { FailingEndpoint } from '#web/admin-api.ts'
import { endpointName, shortEndpointUrl } from '#web/components/formats/endpoint-name.tsx'
import { PageLink } from '#web/components/layout/link.tsx'
import { joinSentences } from '#web/i18n/format.ts'
import { t } from '#web/i18n/overview.ts'
import { AlertCard, AlertGroup } from './alert-card.tsx'
import { capCount } from './cap-count.ts'

/**
 * One card for all failing endpoints. If there is only one endpoint, the card names it. Otherwise the user
 * can unfold a list.
 */
export function FailingEndpoints({ endpoints }: { endpoints: readonly FailingEndpoint[] }) {
  const [only, ...others] = endpoints
  if (only === undefined) return null
  if (others.length === 0)
    return (
      <AlertCard
        icon={IconWebhook}
        title={failingTitle([only])}
        about={describeFailure(only)}
        to={`/developers/webhooks/${only.id}`}
        isUrgent
      />
    )
  return (
    <AlertGroup
      icon={IconWebhook}
      title={failingTitle(endpoints)}
      about={endpoints.map(endpointName).join(', ')}
      isUrgent
    >
      {endpoints.map((endpoint) => (
        <li key={endpoint.id}>
          <PageLink size="sm" to={`/developers/webhooks/${endpoint.id}`}>
            {endpointName(endpoint)}
          </PageLink>
          <Text size="sm" c="dimmed">
            <span className="mono">{shortEndpointUrl(endpoint.url)}</span>:{' '}
            {describeFailure(endpoint)}
          </Text>
        </li>
      ))}
    </AlertGroup>
  )
}

/**
 * Returns the title of the card with failing endpoints. An endpoint that works again is in the list because
 * of its missed deliveries, but the title does not count it as failing.
 */
function failingTitle(endpoints: readonly FailingEndpoint[]): string {
  const failing = endpoints.filter(({ state }) => state === 'failing')
  const [only] = endpoints
  if (failing.length === 0) {
    const abandonedCount = endpoints.reduce((sum, { abandoned }) => sum + abandoned, 0)
    const title = t('{count} webhook deliveries failed after five attempts', {
      count: abandonedCount,
    })
    return capCount(title, abandonedCount)
  }
  return endpoints.length === 1 && only !== undefined
    ? t('Webhook endpoint “{endpoint}” is failing', { endpoint: endpointName(only) })
    : t('{count} webhook endpoints are failing', { count: failing.length })
}

function describeFailure({ state, abandoned, attempts, failed }: FailingEndpoint): string {
  const abandonedText =
    abandoned > 0
      ? [
          capCount(
            t('{count} deliveries failed after all attempts in the last day.', {
              count: abandoned,
            }),
            abandoned,
          ),
        ]
      : []
  if (state !== 'failing' || attempts === 0) return abandonedText.join('')
  const recent =
    failed === attempts
      ? t('All {count} recent attempts failed.', { count: attempts })
      : t('{failed} of {attempts} recent attempts failed.', { failed, attempts })
  return joinSentences([recent, ...abandonedText])
}
