import { Trans, t } from '#web/i18n/developers.ts'
import './developers.css'
import { Alert, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { DeliveryDetail } from '#web/admin-api.ts'
import { CopyIconButton } from '#web/components/copy-icon-button.tsx'
import { Panel } from '#web/components/page.tsx'
import { prettyJson } from '#web/components/pretty-json.ts'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { CodeBlock } from './code-block.tsx'
import { buildResendScript } from './curl.ts'
import { HiddenAddress } from './hidden-address.tsx'

/** Headers and body of a delivery, byte for byte, and a command that sends them again. */
export function RequestPanel({ delivery }: { delivery: DeliveryDetail }) {
  const [format, setFormat] = useState('pretty')
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
        delivery.was_sent ? (
          <Trans
            text="As the last attempt sent it, {time}."
            time={<RelativeTime at={request.at} />}
          />
        ) : (
          t('As the first attempt will send it, except for timestamp and signature.')
        )
      }
      action={
        <Group gap={4}>
          <Text size="sm" c="dimmed">
            {t('curl command that signs with your secret')}
          </Text>
          <CopyIconButton value={buildResendScript(request)} label={t('Copy as curl')} />
        </Group>
      }
    >
      <Stack>
        {!request.is_exact && delivery.was_sent && (
          <Alert color="yellow" variant="light" p="xs">
            {t(
              'The endpoint has changed since. The body is what was sent; the URL, optional headers and signature are those of a request sent now.',
            )}
          </Alert>
        )}
        <div>
          <Text size="sm" fw={600} mb={4}>
            {t('Headers')}
          </Text>
          <Text className="mono" mb={4}>
            {t('POST {url}', { url: request.url })}
          </Text>
          <dl className="wire">
            {request.headers.map(([name, value]) => (
              <HeaderRow key={name} name={name} value={value} />
            ))}
          </dl>
        </div>
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            <Trans
              text="{bytes} bytes · SHA-256 {digest}"
              bytes={request.bytes}
              digest={<span className="mono">{request.sha256.slice(0, 12)}…</span>}
            />{' '}
            <CopyIconButton value={request.sha256} label={t('Copy SHA-256')} />
          </Text>
          <SegmentedControl
            size="xs"
            aria-label={t('Body format')}
            data={[
              { value: 'pretty', label: t('Pretty') },
              { value: 'raw', label: t('Raw') },
            ]}
            value={format}
            onChange={setFormat}
          />
        </Group>
        {request.is_address_hidden && (
          <HiddenAddress giftId={delivery.subject_id}>
            {t(
              'The byte count and the SHA-256 are those of the full body; the curl command sends the body as shown here.',
            )}
          </HiddenAddress>
        )}
        <CodeBlock
          label={t('Body')}
          text={format === 'pretty' ? prettyJson(request.body) : request.body}
          wrap={format === 'raw'}
        />
      </Stack>
    </Panel>
  )
}

const HeaderRow = ({ name, value }: { name: string; value: string }) => (
  <>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </>
)
