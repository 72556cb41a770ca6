import './developers.css'
import { List, Stack, Text, Title } from '@mantine/core'
import { useEffect } from 'react'
import { Page, Panel } from '#web/components/page.tsx'
import { CodeBlock } from './code-block.tsx'
import { allDiagnoses } from './diagnosis.ts'

const verificationExample = `import { createHmac, timingSafeEqual } from 'node:crypto'

// body: the bytes as they came, before anything has read them as JSON
function isOurs(headers, body, secret) {
  const timestamp = headers['service-webhook-dispatch-timestamp']
  const wanted = createHmac('sha256', secret).update(timestamp + '.').update(body).digest()
  const given = Buffer.from(headers['service-webhook-signature'], 'hex')
  const isFresh = Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300
  return given.length === wanted.length && timingSafeEqual(given, wanted) && isFresh
}`

/** Explains how to receive webhooks and how to read the attempt log. */
export function WebhookHelpPage() {
  useEffect(() => {
    document.getElementById(window.location.hash.slice(1))?.scrollIntoView()
  }, [])
  return (
    <Page
      title="Receiving webhooks"
      about="How to know that a request is ours, what to answer, and what the log of attempts says."
    >
      <Panel title="Is it ours?" about="Verify before you read. The SDK does it in one call.">
        <CodeBlock label="Node" text={verificationExample} />
      </Panel>
      <Panel title="What to answer">
        <List size="sm" spacing={6}>
          <List.Item>
            Any 2xx accepts the event. An empty 200 is enough; the body is not read.
          </List.Item>
          <List.Item>
            Answer at once and work afterwards: after 15 seconds it counts as failed.
          </List.Item>
          <List.Item>
            403 when the signature is wrong or the time is more than 5 minutes off.
          </List.Item>
          <List.Item>
            5xx when you want it again. Everything that is not 2xx is tried again.
          </List.Item>
          <List.Item>The same event may come twice: remember Service-Webhook-Event-Id.</List.Item>
        </List>
      </Panel>
      <Panel
        title="When it is tried again"
        about="Five attempts in all, then it is given up and stands in the log, from where you can send it again."
      >
        <dl className="wire" data-words>
          <dt>2nd attempt</dt>
          <dd>about 30 seconds after the first</dd>
          <dt>3rd</dt>
          <dd>about 10 minutes later</dd>
          <dt>4th</dt>
          <dd>about 2 hours later</dd>
          <dt>5th</dt>
          <dd>about 12 hours later</dd>
        </dl>
        <Text size="xs" c="dimmed" mt="xs">
          Each ± 20 %. Whoever runs this installation can set other times.
        </Text>
      </Panel>
      <Panel title="What attempts say">
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
