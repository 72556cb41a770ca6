import { Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { api } from '#web/api.ts'
import { showSecret } from '#web/components/dialogs/secret-dialog.tsx'
import { Form } from '#web/components/forms/form.tsx'
import { Page, Panel } from '#web/components/layout/page.tsx'
import { t } from '#web/i18n/developers.ts'
import { EndpointFields, type EndpointFormValues, toEndpointBody } from './endpoint-fields.tsx'
import { eventOptions } from './labels.ts'

const initialValues: EndpointFormValues = {
  url: '',
  description: '',
  events: eventOptions.map(({ value }) => value),
  receives_attention: false,
  payload_version: '2026-05',
  standard_webhooks: false,
  ed25519: false,
  headers: [],
  max_per_second: '',
}

function toNewEndpoint(values: EndpointFormValues) {
  const { max_per_second, ...rest } = toEndpointBody(values)
  return { ...rest, ...(max_per_second !== null && { max_per_second }) }
}

export function NewEndpointPage() {
  const navigate = useNavigate()
  return (
    <Page title={t('Add endpoint')} about={t('Only events from now on are sent.')}>
      <Panel title={t('Endpoint details')}>
        <Form
          initial={initialValues}
          onSubmit={(values) => api.post('/endpoints', toNewEndpoint(values))}
          onDone={({ id, secret }) =>
            showEndpointSecret(secret, () => void navigate({ href: `/developers/webhooks/${id}` }))
          }
          submitLabel={t('Add endpoint')}
          onCancel={() => void navigate({ href: '/developers/webhooks' })}
        >
          {(form) => <EndpointFields form={form} />}
        </Form>
      </Panel>
    </Page>
  )
}

export const showEndpointSecret = (secret: string, onClose: () => void): void =>
  showSecret({
    title: t('Signing secret'),
    secrets: [
      [t('Signing secret'), secret],
      [t('Line for .env'), `BESTOW_WEBHOOK_SECRET=${secret}`],
    ],
    children: (
      <Text size="sm">
        {t(
          'Your program uses it to verify that a request is authentic and unchanged. The key is the whole text, including the prefix.',
        )}
      </Text>
    ),
    onClose,
  })
