import { Trans, t } from '#web/i18n/developers.ts'
import './developers.css'
import { Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { Fragment, type ReactNode, useState } from 'react'
import type { SignedRequest } from '#web/admin-api.ts'
import { prettyJson } from '#web/components/formats/pretty-json.ts'
import { CopyIconButton } from '#web/components/layout/copy-icon-button.tsx'
import { CodeBlock } from './code-block.tsx'
import { isHttp } from './format.ts'

/** The headers and the body of a signed request, byte for byte. The children appear above the body. */
export function RequestContent({
  request,
  children,
}: {
  request: SignedRequest
  children?: ReactNode
}) {
  const [format, setFormat] = useState('pretty')
  return (
    <Stack>
      <div>
        <Text size="sm" fw={600} mb={4}>
          {t('Headers')}
        </Text>
        <Text className="mono" mb={4}>
          {isHttp(request.url) ? t('POST {url}', { url: request.url }) : request.url}
        </Text>
        <dl className="wire">
          {request.headers.map(([name, value]) => (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </Fragment>
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
      {children}
      <CodeBlock
        label={t('Body')}
        text={format === 'pretty' ? prettyJson(request.body) : request.body}
        wrap={format === 'raw'}
      />
    </Stack>
  )
}
