import { t } from '#web/i18n/developers.ts'
import './developers.css'
import { List, Stack, Text, Title } from '@mantine/core'
import { useEffect } from 'react'
import { Page, Panel } from '#web/components/layout/page.tsx'
import { CodeBlock } from './code-block.tsx'
import { allDiagnoses } from './diagnosis.ts'

const verificationExample = `import { createHmac, timingSafeEqual } from 'node:crypto'

// body: the raw bytes, before JSON parsing
function isAuthentic(headers, body, secret) {
  const timestamp = headers['service-webhook-dispatch-timestamp']
  const expected = createHmac('sha256', secret).update(timestamp + '.').update(body).digest()
  const received = Buffer.from(headers['service-webhook-signature'], 'hex')
  const isFresh = Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300
  return received.length === expected.length && timingSafeEqual(received, expected) && isFresh
}`

/** The page that explains how to receive webhooks and how to read the attempt log. */
export function WebhookHelpPage() {
  useEffect(() => {
    document.getElementById(window.location.hash.slice(1))?.scrollIntoView()
  }, [])
  return (
    <Page
      title={t('Receiving webhooks')}
      about={t('How to verify requests, how to respond, and what attempt results mean.')}
    >
      <Panel
        title={t('Verify the signature')}
        about={t('Verify before you parse the body. The SDK does it in one call.')}
      >
        <CodeBlock label={t('Node')} text={verificationExample} />
      </Panel>
      <Panel title={t('Respond')}>
        <List size="sm" spacing={6}>
          <List.Item>
            {t('Any 2xx status accepts the event. The response body is ignored.')}
          </List.Item>
          <List.Item>
            {t(
              'Respond at once and process the event afterwards. An attempt fails after 15 seconds.',
            )}
          </List.Item>
          <List.Item>
            {t('Return 403 if the signature is wrong or the timestamp is more than 5 minutes off.')}
          </List.Item>
          <List.Item>
            {t('Return 5xx to get a retry. Every status other than 2xx is retried.')}
          </List.Item>
          <List.Item>
            {t('The same event may arrive twice: store Service-Webhook-Event-Id.')}
          </List.Item>
        </List>
      </Panel>
      <Panel
        title={t('Retries')}
        about={t('A delivery fails after five attempts. You can resend it from the log.')}
      >
        <dl className="wire" data-words>
          <dt>{t('2nd attempt')}</dt>
          <dd>{t('about 30 seconds after the first')}</dd>
          <dt>{t('3rd attempt')}</dt>
          <dd>{t('about 10 minutes later')}</dd>
          <dt>{t('4th attempt')}</dt>
          <dd>{t('about 2 hours later')}</dd>
          <dt>{t('5th attempt')}</dt>
          <dd>{t('about 12 hours later')}</dd>
        </dl>
        <Text size="xs" c="dimmed" mt="xs">
          {t('Each delay varies by ±20%. The operator of this installation can change the delays.')}
        </Text>
      </Panel>
      <Panel title={t('Attempt results explained')}>
        <Stack gap="lg">
          {allDiagnoses.map(({ id, title, why, remedy }) => (
            <div key={id} id={id}>
              <Title order={3} size="h6">
                {title}{' '}
                <Text span size="xs" c="dimmed" className="mono">
                  {id}
                </Text>
              </Title>
              <Text size="sm">
                {why} {remedy}
              </Text>
            </div>
          ))}
        </Stack>
      </Panel>
    </Page>
  )
}
