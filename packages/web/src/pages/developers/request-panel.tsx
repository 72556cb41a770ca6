import { Trans, t } from '#web/i18n/developers.ts'
import './developers.css'
import { Alert, Stack, Text } from '@mantine/core'
import type { DeliveryDetail } from '#web/admin-api.ts'
import { RelativeTime } from '#web/components/formats/relative-time.tsx'
import { Panel } from '#web/components/layout/page.tsx'
import { CopyCurl } from './copy-curl.tsx'
import { HiddenAddress } from './hidden-address.tsx'
import { RequestContent } from './request-content.tsx'

/**
 * A panel with the headers and the body of a delivery, byte for byte, and a command that sends them again.
 */
export function RequestPanel({ delivery }: { delivery: DeliveryDetail }) {
  const { request } = delivery
  if (request === null)
    return (
      <Panel title={t('Request')}>
        <Text size="sm">
          {delivery.signing_error !== null
            ? t(
                'The request can be shown once the signing secret of the endpoint can be decrypted.',
              )
            : delivery.erased_at === null
              ? t('The body is no longer stored, or the endpoint was deleted.')
              : t('The body was erased together with the recipient’s data.')}
        </Text>
      </Panel>
    )
  return (
    <Panel
      title={t('Request')}
      about={
        !delivery.was_sent ? (
          t('As the first attempt will send it, except for timestamp and signature.')
        ) : request.is_exact ? (
          <Trans
            text="As the last attempt sent it, {time}."
            time={<RelativeTime at={request.at} />}
          />
        ) : (
          <Trans text="The body as sent, {time}." time={<RelativeTime at={request.at} />} />
        )
      }
      action={<CopyCurl request={request} />}
    >
      <Stack>
        {!request.is_exact && delivery.was_sent && (
          <Alert color="yellow" variant="light" p="xs">
            {t(
              'The endpoint has changed since. The body is what was sent; the URL, optional headers and signature are those of a request sent now.',
            )}
          </Alert>
        )}
        <RequestContent request={request}>
          {request.is_address_hidden && (
            <HiddenAddress giftId={delivery.gift_request_id}>
              {t(
                'The byte count and the SHA-256 are those of the full body; the curl command sends the body as shown here.',
              )}
            </HiddenAddress>
          )}
        </RequestContent>
      </Stack>
    </Panel>
  )
}
